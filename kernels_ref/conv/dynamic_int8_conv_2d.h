// Convolutions of float32 images and integer filters.
#pragma once

#include "kernels_ref/support/window.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes CONV_2D of inputs {float32 image NHWC, int8 filter OHWI, float32 bias or none}. A packed filter
// has one byte per value here. An image is quantized symmetrically if there is one group and one scale, else
// asymmetrically.
Status DynamicInt8Conv2d(const KernelArgs& args);

// Computes DEPTHWISE_CONV_2D of the same inputs with the filter {1, height, width, channels}. All images are
// quantized asymmetrically.
Status DynamicInt8DepthwiseConv2d(const KernelArgs& args);

}  // namespace litevk::ref
