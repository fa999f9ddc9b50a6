// Convolutions of float32 images and integer filters.
#pragma once

#include "kernels_ref/support/window.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// CONV_2D of inputs {float32 image NHWC, int8 filter OHWI (a byte each where the tensor is packed), float32
// bias or none}. An image is quantized symmetrically where there is one group and one scale, else
// asymmetrically.
Status HybridConv2d(const KernelArgs& args);

// DEPTHWISE_CONV_2D of the same with the filter {1, height, width, channels}, whose images are all quantized
// asymmetrically.
Status HybridDepthwiseConv2d(const KernelArgs& args);

}  // namespace litevk::ref
