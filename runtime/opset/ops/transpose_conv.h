// What the record and the kernels of TRANSPOSE_CONV share.
#pragma once

#include "runtime/opset/families/transpose_conv.h"

namespace litevk {

inline constexpr TransposeConvInputs kTransposeConvInputs = {.image = 2, .filter = 1, .bias = 3};

}  // namespace litevk
