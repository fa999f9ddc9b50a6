// Positions of TRANSPOSE_CONV's inputs, shared by its record and kernels.
#pragma once

#include "runtime/opset/conv/transpose_conv.h"

namespace litevk {

inline constexpr TransposeConvInputs kTransposeConvInputs = {.image = 2, .filter = 1, .bias = 3};

}  // namespace litevk
