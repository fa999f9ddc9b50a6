// Transposed convolutions of float32 images and int8 filters (shaders/conv/dynamic_int8_transpose_conv.comp).
#pragma once

#include "delegate/ops/conv/dynamic_int8_problem.h"

namespace litevk {

// Emits the convolution to the node's output, with the node's epilogue. The window is that of the convolution
// from the output to the input.
void EmitDynamicInt8TransposeConv(Lowering& lowering, const ConvInputs& at,
                                  const DynamicInt8Problem& problem);

}  // namespace litevk
