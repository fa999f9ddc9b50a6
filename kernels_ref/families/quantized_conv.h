// Convolutions of int8 numbers, as TFLite's reference kernels compute them (reference_integer_ops).
#pragma once

#include "kernels_ref/support/window.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// CONV_2D of inputs {int8 image NHWC, int8 filter OHWI, int32 bias or none} to int8, with the quantization
// that the record's signature states. `activation` is an abi::TfLiteFusedActivation.
Status QuantizedConv2d(const KernelArgs& args, const Window2d& window, int activation);

}  // namespace litevk::ref
