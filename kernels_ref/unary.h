// Elementwise float32 operators of one input.
#pragma once

#include "kernels_ref/check_types.h"

namespace litevk::ref {

// fn: float -> float.
template <typename Fn>
Status ApplyUnary(const KernelArgs& args, Fn fn) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0}));
  const int64_t count = args.outputs[0].dims().NumElements();
  const float* input = args.inputs[0].data<float>();
  float* output = args.outputs[0].data<float>();
  for (int64_t index = 0; index < count; ++index) output[index] = fn(input[index]);
  return {};
}

}  // namespace litevk::ref
