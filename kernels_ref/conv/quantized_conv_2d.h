// Integer convolutions as TFLite's reference kernels compute them (reference_ops and reference_integer_ops).
#pragma once

#include "kernels_ref/support/window.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes CONV_2D of inputs {image NHWC of T, filter OHWI of Weight, bias of int32 or int64, or none} to T.
// The quantization is the one that the record's signature states. Defined for the types (int8, int8), (uint8,
// uint8) and (int16, int8).
template <typename T, typename Weight>
Status QuantizedConv2d(const KernelArgs& args);

// Computes DEPTHWISE_CONV_2D of the same types with the filter {1, height, width, channels of the output}.
template <typename T, typename Weight>
Status QuantizedDepthwiseConv2d(const KernelArgs& args);

// Computes TRANSPOSE_CONV of inputs {dims of the output, filter OHWI, image NHWC, bias or none}.
template <typename T, typename Weight>
Status QuantizedTransposeConv(const KernelArgs& args);

}  // namespace litevk::ref
