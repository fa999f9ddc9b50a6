#include "atan_gpu.h"

#include <stdio.h>
#include <string.h>

#include "litevk/flexbuffer_options.h"

enum { kLocalSize = 64 }; /* local_size_x of atan.comp */

/* atan.comp's block Push. */
typedef struct Push {
  uint32_t count;
  float offset;
} Push;

static const uint32_t kModule[] = {
#include "atan.spv.inc"
};

static int Plan(const LitevkGpuOp* op, const LitevkGpuNode* node, LitevkGpuDispatch* dispatch,
                char* message) {
  const LitevkGpuTensor* x = &node->inputs[0];
  Push push = {1, 0.0F};
  double offset = 0;
  uint32_t groups = 0;
  int i = 0;
  (void)op;
  if (!LitevkOptionDouble(node->options, node->options_bytes, "offset", &offset)) {
    snprintf(message, LITEVK_GPU_MESSAGE_BYTES, "the options lack a number \"offset\"");
    return 1;
  }
  for (i = 0; i < x->rank; ++i) push.count *= (uint32_t)x->dims[i];
  push.offset = (float)offset;
  groups = (push.count + kLocalSize - 1) / kLocalSize;
  dispatch->workgroups[0] = groups < node->max_workgroups[0] ? groups : node->max_workgroups[0];
  memcpy(dispatch->push, &push, sizeof push);
  dispatch->push_bytes = sizeof push;
  return 0;
}

static const LitevkGpuOperand kFloats[] = {{kLitevkGpuFloat32, 0, LITEVK_GPU_MAX_RANK}};

const LitevkGpuOp kAtanGpuOp = {
    .abi_version = LITEVK_GPU_OP_ABI_VERSION,
    .struct_bytes = sizeof(LitevkGpuOp),
    .name = "Atan",
    .min_version = 1,
    .max_version = 1,
    .num_inputs = 1,
    .num_outputs = 1,
    .inputs = kFloats,
    .outputs = kFloats,
    .spirv = kModule,
    .spirv_bytes = sizeof kModule,
    .plan = Plan, /* and no infer_shapes: the output has the shape of the input */
};
