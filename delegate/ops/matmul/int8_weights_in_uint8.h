// Layers of floats whose weights are int8 in tensors of uint8 (kDynamicInt8InUint8), as TFLite's kernels read
// them.
#pragma once

#include "delegate/kernel/gpu_kernel.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk {

// Returns a kernel of int8 weights for tensors of uint8. The weights are constants, whose bits it takes as
// int8 whatever the tensor's type is.
inline GpuKernel WithInt8InUint8(GpuKernel kernel) {
  kernel.signature = kDynamicInt8InUint8;
  return kernel;
}

}  // namespace litevk
