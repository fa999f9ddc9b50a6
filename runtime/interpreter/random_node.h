// What the nodes of RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL keep: a generator, which goes on
// from run to run and begins again when the node is prepared.
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

  // By the seeds of the options; by numbers that differ from time to time where both are 0.
  void Seed();
  Philox& generator() { return generator_; }

 private:
  abi::TfLiteRandomParams params_;
  Philox generator_;
};

// The node of RANDOM_UNIFORM or RANDOM_STANDARD_NORMAL before the run: its one input is the shape of its
// output.
Status PrepareFloats(Subgraph& subgraph, const abi::TfLiteNode& node);
// In the run: `draw` turns four words of the generator into four numbers, of which the last call's may be too
// many.
Status DrawFloats(Subgraph& subgraph, const abi::TfLiteNode& node,
                  const std::function<std::array<float, 4>(const PhiloxNumbers&)>& draw);

// Whether the tensor's values are known before the run.
bool IsConstant(const abi::TfLiteTensor& tensor);

}  // namespace litevk
