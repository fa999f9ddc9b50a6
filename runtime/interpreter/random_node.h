// State of RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL nodes. The generator continues from run to
// run, and restarts when the node is prepared.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "runtime/base/philox.h"
#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/common.h"

namespace litevk {

class RandomNode {
 public:
  explicit RandomNode(const abi::TfLiteRandomParams& params) : params_(params), generator_(0, 0) {}

  // Seeds the generator from the options' seeds, or differently each time if both are 0.
  void Seed();
  Philox& generator() { return generator_; }

 private:
  abi::TfLiteRandomParams params_;
  Philox generator_;
};

// Prepares a RANDOM_UNIFORM or RANDOM_STANDARD_NORMAL node: its only input is the shape of its output.
Status PrepareFloats(Subgraph& subgraph, const abi::TfLiteNode& node);
// Fills the output. `draw` turns four words of the generator into four numbers. The last call may give too
// many.
Status DrawFloats(Subgraph& subgraph, const abi::TfLiteNode& node,
                  const std::function<std::array<float, 4>(const PhiloxNumbers&)>& draw);

// True if the tensor's values are known before the run.
bool IsConstant(const abi::TfLiteTensor& tensor);

}  // namespace litevk
