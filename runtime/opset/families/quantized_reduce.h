// The factors of reductions of quantized numbers, for the CPU and the GPU alike.
#pragma once

#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {

// Returns the factor from a sum of numbers of `input` to numbers of `output`.
FixedPoint FactorOfSum(const ir::Tensor& input, const ir::Tensor& output);

// Returns that of their mean. The number of elements, 1 or more, is a part of the factor, which TFLite
// truncates.
FixedPoint FactorOfMean(const ir::Tensor& input, const ir::Tensor& output, int64_t count);

// Returns the factor after each multiplication of `count` numbers, which brings the product to the count-th
// root of the output's scale. Fails from 128 on.
Result<FixedPoint> FactorOfProduct(const ir::Tensor& input, const ir::Tensor& output, int64_t count);

}  // namespace litevk
