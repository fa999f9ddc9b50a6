/* The one function that a library of GPU operators exports. */
#include "atan_gpu.h"

LITEVK_GPU_OPS_EXPORT int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar);

int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar) {
  return registrar->add(registrar, &kAtanGpuOp);
}
