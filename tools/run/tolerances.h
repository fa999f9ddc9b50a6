// Differences that the tensors of a model may have: a contract that depends on how each is computed.
#pragma once

#include <filesystem>
#include <unordered_set>
#include <vector>

#include "tools/run/compare.h"
#include "tools/run/session.h"

namespace litevk::tools {

// Quantized tensors have the same numbers everywhere. Where rounded functions of floats lead to one, a last
// bit of a float may become a step (docs/QUANTIZATION.md).
class Tolerances {
 public:
  // For the subgraph that the session runs; `given` is for floats.
  Tolerances(const std::filesystem::path& model, const Session& session, const Tolerance& given);

  Tolerance OfTensor(int tensor) const;
  Tolerance OfOutput(size_t output) const { return OfTensor(outputs_[output]); }

 private:
  Tolerance given_;
  std::unordered_set<int> behind_floats_;
  std::vector<int> outputs_;
};

}  // namespace litevk::tools
