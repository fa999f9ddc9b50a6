// What the transposed convolutions share.
#pragma once

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/families/transpose_conv.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns the window that input pixels are scattered under, placed over the node's output. The filter is
// OHWI.
Window2d TransposeConvWindow(const KernelArgs& args, const ir::Shape& filter);

// Every input pixel is scattered under the window: the gradient of a convolution from the output to the
// input. The filter is OHWI; the bias may be absent. Its parameters are TfLiteTransposeConvParams.
Status TransposeConv(const KernelArgs& args, TransposeConvInputs at, const ActivationRange<>& range);

}  // namespace litevk::ref
