// Nodes at which TFLite's kernels end the process, fail or make wrong numbers (docs/NUMERICS.md), for
// OpInfo::tflite_fails.
#pragma once

#include "runtime/ir/node_view.h"

namespace litevk {

// Says that a sum is scaled by 1 or more, or that an operand is broadcast whose numbers are shifted.
bool TfliteFailsAtSum(const ir::NodeView& view);

// Says that a difference is scaled by 1 or more.
bool TfliteFailsAtDifference(const ir::NodeView& view);

// Says that a squared difference is scaled by 1 or more.
bool TfliteFailsAtSquare(const ir::NodeView& view);

// Says that a comparison of 8 bits has an operand with a scale of 1 or more.
bool TfliteFailsAtComparison(const ir::NodeView& view);

// Says that bools are reduced by a function that TFLite's optimized kernels have of numbers alone.
inline bool TfliteFailsAtBools(const ir::NodeView& view) {
  return view.has_input(0) && view.input(0).type == ir::DataType::kBool;
}

// Says that a convolution has no bias: CONV_2D is refused then, and the optimized DEPTHWISE_CONV_2D reads it.
inline bool TfliteFailsWithoutBias(const ir::NodeView& view) { return !view.has_input(2); }

// Says that SOFTMAX or LOG_SOFTMAX of 8 bits has exponents whose steps the reference kernels cannot scale.
bool TfliteFailsAtExponents(const ir::NodeView& view, float beta);

}  // namespace litevk
