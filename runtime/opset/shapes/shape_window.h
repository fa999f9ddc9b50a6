// Shapes of operators that slide a window, besides those of shape_inference.h.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::ir {

// Infers the dims of a transposed convolution without an operand for them. They follow from the window.
Status InferTransposeConvBias(const ShapeQuery& query);

}  // namespace litevk::ir
