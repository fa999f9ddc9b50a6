// Matrix multiplications in integers, bit for bit TFLite's reference kernels
// (runtime/opset/quantized/fixed_point.h).
#pragma once

#include <string_view>

#include "delegate/kernel/gpu_kernel.h"

namespace litevk {

// Returns the kernel of a signature of integers.
GpuKernel QuantizedBatchMatmulKernel(std::string_view signature);

}  // namespace litevk
