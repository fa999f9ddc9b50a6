// How large the sums of a convolution of int8 can be.
#pragma once

#include <cstdint>

#include "delegate/ops/conv/quantized_problem.h"

namespace litevk {

// Products of int8, of 2^14 at most, whose sums a float32 holds exactly.
inline constexpr uint32_t kExactProducts = 1024;

// Whether sums with their biases stay below 2^29, and factors below a half but not far below: what
// RescaleSmall of shaders/common/requantize.glsl takes.
bool HasSmallSums(const Lowering& lowering, const QuantizedLayout& layout);

}  // namespace litevk
