// Elementwise operators of one input, whose output has its type and dims.
#pragma once

#include "runtime/opset/dispatch.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Applies fn, which takes and returns any of Types, or float instead of Eigen::half.
template <typename... Types, typename Fn>
Status ApplyUnary(const KernelArgs& args, Fn fn) {
  return ForType<Types...>(args.outputs[0].type(), [&]<typename T>(T) {
    const int64_t count = args.outputs[0].dims().NumElements();
    const T* input = args.inputs[0].data<T>();
    T* output = args.outputs[0].data<T>();
    for (int64_t index = 0; index < count; ++index) output[index] = static_cast<T>(fn(input[index]));
    return Status();
  });
}

}  // namespace litevk::ref
