// FULLY_CONNECTED in integers, bit for bit TFLite's reference kernels
// (runtime/opset/quantized/fixed_point.h). The weights and the bias are constant, and their quantization is
// as the record's signature states.
#pragma once

#include <string_view>

#include "delegate/kernel/gpu_kernel.h"

namespace litevk {

// Returns the kernel of a signature of integers.
GpuKernel QuantizedFullyConnectedKernel(std::string_view signature);

}  // namespace litevk
