// Positions of Convolution2DTransposeBias's inputs, shared by its record and kernels.
#pragma once

#include "runtime/opset/conv/transpose_conv.h"

namespace litevk {

inline constexpr TransposeConvInputs kTransposeConvBiasInputs = {.image = 0, .filter = 1, .bias = 2};

}  // namespace litevk
