// Layers of floats whose weights are int8 in tensors of uint8 (kHybridOfBytes), as TFLite's kernels read
// them.
#pragma once

#include "delegate/kernel/gpu_kernel.h"
#include "runtime/opset/common/hybrid.h"

namespace litevk {

// Returns a kernel of int8 weights for tensors of uint8. The weights are constants, whose bits it takes as
// int8 whatever the tensor's type is.
inline GpuKernel OfBytes(GpuKernel kernel) {
  kernel.signature = kHybridOfBytes;
  return kernel;
}

}  // namespace litevk
