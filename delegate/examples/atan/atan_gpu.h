/* The custom operator Atan on the GPU: y = atan(x + offset), float32, with `offset` in the operator's
 * options. Its kernel for the CPU is runtime/examples/atan. */
#ifndef ATAN_GPU_H_
#define ATAN_GPU_H_

#include "litevk/litevk_gpu_op.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const LitevkGpuOp kAtanGpuOp;

#ifdef __cplusplus
}
#endif

#endif /* ATAN_GPU_H_ */
