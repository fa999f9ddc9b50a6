// Predicates for OpInfo::tflite_fails: nodes at which TFLite's kernels end the process, fail or compute wrong
// values (docs/NUMERICS.md).
#pragma once

#include "runtime/ir/node_view.h"

namespace litevk {

// True if a sum is scaled by 1 or more, or an operand whose values are shifted is broadcast.
bool TfliteFailsAtSum(const ir::NodeView& view);

// True if a difference is scaled by 1 or more.
bool TfliteFailsAtDifference(const ir::NodeView& view);

// True if a squared difference is scaled by 1 or more.
bool TfliteFailsAtSquare(const ir::NodeView& view);

// True if an 8-bit comparison has an operand with a scale of 1 or more.
bool TfliteFailsAtComparison(const ir::NodeView& view);

// True for a reduction of bools. TFLite's optimized kernels have these functions for numeric types only.
inline bool TfliteFailsAtBools(const ir::NodeView& view) {
  return view.has_input(0) && view.input(0).type == ir::DataType::kBool;
}

// True if the first input has one of these types, which TFLite's kernels refuse.
template <ir::DataType... kTypes>
bool TfliteRefusesInput(const ir::NodeView& view) {
  return view.has_input(0) && ((view.input(0).type == kTypes) || ...);
}

// True if the result has one of these types, which TFLite's kernels refuse.
template <ir::DataType... kTypes>
bool TfliteRefusesOutput(const ir::NodeView& view) {
  return view.output_count() > 0 && ((view.output().type == kTypes) || ...);
}

// True if one of the first two inputs has more dims than TFLite's kernels take.
template <int kMostRank>
bool TfliteRefusesRank(const ir::NodeView& view) {
  const auto is_refused = [&](int i) { return view.has_input(i) && view.input(i).dims.rank() > kMostRank; };
  return is_refused(0) || is_refused(1);
}

// True unless the blocks cover all axes, one or two, between the batch and the channels.
bool TfliteFailsAtBlocks(const ir::NodeView& view);

// True if a convolution has no bias. CONV_2D refuses that, and the optimized DEPTHWISE_CONV_2D reads it
// anyway.
inline bool TfliteFailsWithoutBias(const ir::NodeView& view) { return !view.has_input(2); }

// True if SOFTMAX or LOG_SOFTMAX of 8 bits has exponents that the reference kernels cannot scale.
bool TfliteFailsAtExponents(const ir::NodeView& view, float beta);

}  // namespace litevk
