// What the record and the kernels of Convolution2DTransposeBias share.
#pragma once

#include "runtime/opset/families/transpose_conv.h"

namespace litevk {

inline constexpr TransposeConvInputs kTransposeConvBiasInputs = {.image = 0, .filter = 1, .bias = 2};

}  // namespace litevk
