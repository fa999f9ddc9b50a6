// Multipliers and shifts of reductions of quantized values, shared by the CPU and the GPU.
#pragma once

#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk {

// Returns the multiplier and shift from a sum of `input` values to `output` values.
FixedPoint MultiplierOfSum(const ir::Tensor& input, const ir::Tensor& output);

// Returns the multiplier and shift from a sum to the mean. The factor includes the number of elements, 1 or
// more, and TFLite truncates it.
FixedPoint MultiplierOfMean(const ir::Tensor& input, const ir::Tensor& output, int64_t count);

// Returns the multiplier and shift after each multiplication of `count` values. They bring the product to the
// count-th root of the output's scale. Fails for a factor of 128 or more.
Result<FixedPoint> MultiplierOfProduct(const ir::Tensor& input, const ir::Tensor& output, int64_t count);

}  // namespace litevk
