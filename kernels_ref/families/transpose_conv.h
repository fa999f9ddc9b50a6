// What the transposed convolutions share.
#pragma once

#include "kernels_ref/support/activation.h"
#include "runtime/opset/families/transpose_conv.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Every input pixel is scattered under the window: the gradient of a convolution from the output to the
// input. The filter is OHWI; the bias may be absent. Its parameters are TfLiteTransposeConvParams.
Status TransposeConv(const KernelArgs& args, TransposeConvInputs at, const ActivationRange<>& range);

}  // namespace litevk::ref
