// Elementwise float32 operators of two inputs, broadcast to the output at any rank.
#pragma once

#include "kernels_ref/activation.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/strides.h"

namespace litevk::ref {

// fn: (float, float) -> float.
template <typename Fn>
Status ApplyBinary(const KernelArgs& args, Fn fn) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0, 1}));
  const ir::Shape& dims = args.outputs[0].dims();
  const int64_t count = dims.NumElements();
  const float* left = args.inputs[0].data<float>();
  const float* right = args.inputs[1].data<float>();
  float* output = args.outputs[0].data<float>();
  const std::vector<int64_t> strides[] = {BroadcastStrides(args.inputs[0].dims(), dims),
                                          BroadcastStrides(args.inputs[1].dims(), dims)};
  Walker walker(dims, strides);
  for (int64_t index = 0; index < count; ++index, walker.Next()) {
    output[index] = fn(left[walker.offset(0)], right[walker.offset(1)]);
  }
  return {};
}

// ADD, SUB, MUL and DIV: with the fused activation of TfLiteArithmeticParams.
template <typename Fn>
Status ApplyArithmetic(const KernelArgs& args, Fn fn) {
  const ActivationRange range = RangeOf(args.params.As<abi::TfLiteArithmeticParams>().activation);
  return ApplyBinary(args, [&](float left, float right) { return range.Clamp(fn(left, right)); });
}

}  // namespace litevk::ref
