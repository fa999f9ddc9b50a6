// TRANSPOSE_CONV of float32 images and integer filters.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes inputs {int32 output shape, int8 filter OHWI, float32 image NHWC, float32 bias or none}. Each
// product is scaled in float32 before it is added, as in TFLite. Images are quantized asymmetrically.
Status DynamicInt8TransposeConv(const KernelArgs& args);

}  // namespace litevk::ref
