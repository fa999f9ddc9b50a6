/* Libraries of GPU operators, each with the fault that a macro names. */
#include <stdio.h>

#include "atan_gpu.h"

LITEVK_GPU_OPS_EXPORT int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar);

#if defined(FAULT_ABI)

int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar) {
  LitevkGpuOp op = kAtanGpuOp;
  op.abi_version = 7;
  return registrar->add(registrar, &op);
}

#elif defined(FAULT_BINDINGS)

/* The module reads one input. */
int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar) {
  static const LitevkGpuOperand kTwo[] = {{kLitevkGpuFloat32, 0, 8}, {kLitevkGpuFloat32, 0, 8}};
  LitevkGpuOp op = kAtanGpuOp;
  op.num_inputs = 2;
  op.inputs = kTwo;
  return registrar->add(registrar, &op);
}

#elif defined(FAULT_REFUSES)

static int Refuse(const LitevkGpuOp* op, const LitevkGpuNode* node, LitevkGpuDispatch* dispatch,
                  char* message) {
  (void)op;
  (void)node;
  (void)dispatch;
  snprintf(message, LITEVK_GPU_MESSAGE_BYTES, "the factory is closed");
  return 1;
}

int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar) {
  LitevkGpuOp op = kAtanGpuOp;
  op.plan = Refuse;
  return registrar->add(registrar, &op);
}

#else

/* Fails and does not say why. */
int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar) {
  (void)registrar;
  return 5;
}

#endif
