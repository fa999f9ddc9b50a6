// How large the sums of a convolution of int8 can be.
#pragma once

#include <cstdint>

#include "delegate/ops/conv/quantized_conv.h"

namespace litevk {

// Products of int8, of 2^14 at most, whose sums a float32 holds exactly.
inline constexpr uint32_t kExactProducts = 1024;

// Whether no sum, with its bias and the shift to the left of its factor, reaches 2^30: what RescaleSmall of
// shaders/common/requantize.glsl takes.
bool HasSmallSums(const Lowering& lowering, const QuantizedLayout& layout);

}  // namespace litevk
