// The allowed differences of a model's tensors, which depend on how each is computed.
#pragma once

#include <filesystem>
#include <unordered_set>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"

namespace litevk::tools {

// Quantized tensors have the same integers everywhere, unless they depend on rounded functions of floats. The
// last bit of a float may then become a step (docs/QUANTIZATION.md).
class Tolerances {
 public:
  // Makes the tolerances of the subgraph that the session runs. `given` applies to floats.
  Tolerances(const std::filesystem::path& model, const Session& session, const Tolerance& given);

  Tolerance OfTensor(int tensor) const;
  Tolerance OfOutput(size_t output) const { return OfTensor(outputs_[output]); }

 private:
  Tolerance given_;
  std::unordered_set<int> behind_floats_;
  std::vector<int> outputs_;
};

}  // namespace litevk::tools
