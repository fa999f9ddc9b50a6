// Shared parts of the transposed convolutions.
#pragma once

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/conv/transpose_conv.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns the window of a transposed convolution over its output. The filter is OHWI.
Window2d TransposeConvWindow(const KernelArgs& args, const ir::Shape& filter);

// Scatters every input pixel under the window: the gradient of a convolution with respect to its input. The
// filter is OHWI; the bias may be absent. The parameters are TfLiteTransposeConvParams.
Status TransposeConv(const KernelArgs& args, TransposeConvInputs at, const ActivationRange<>& range);

}  // namespace litevk::ref
