// Kernels that move elements unread.
#pragma once

#include "delegate/kernel/gpu_kernel.h"
#include "delegate/views/binding_rows.h"

namespace litevk {

// Returns the kernel of an operator that moves elements from anywhere in its inputs. `kernel` has the types,
// the conditions and `lower`.
inline GpuKernel Mover(GpuKernel kernel) {
  kernel.epilogue = kFloat32Epilogue;
  kernel.form = Form::kMoves;
  kernel.reads_strided = FindsOffsets;
  kernel.writes_strided = StridedResult::kOfWords;
  return kernel;
}

}  // namespace litevk
