// TRANSPOSE_CONV of float32 images and integer filters.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Inputs {int32 output shape, int8 filter OHWI, float32 image NHWC, float32 bias or none}. Each product is
// scaled before it is added, in float32, as in TFLite; an image is quantized asymmetrically.
Status HybridTransposeConv(const KernelArgs& args);

}  // namespace litevk::ref
