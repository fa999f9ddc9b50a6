// Elementwise operators of two inputs, broadcast to the output at any rank.
#pragma once

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/load_element.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Calls visit(output, left, right) for every output element in order, with the offsets of the output element
// and of the two broadcast input elements.
template <typename Visit>
void ForEachPair(const KernelArgs& args, Visit visit) {
  const ir::Shape& dims = args.outputs[0].dims();
  const int64_t count = dims.NumElements();
  const std::vector<int64_t> strides[] = {BroadcastStrides(args.inputs[0].dims(), dims),
                                          BroadcastStrides(args.inputs[1].dims(), dims)};
  Walker walker(dims, strides);
  for (int64_t index = 0; index < count; ++index, walker.Next()) {
    visit(index, walker.offset(0), walker.offset(1));
  }
}

// Applies fn, which takes two operands of any of Types and returns that type.
template <typename... Types, typename Fn>
Status ApplyBinary(const KernelArgs& args, Fn fn) {
  return ForType<Types...>(args.outputs[0].type(), [&]<typename T>(T) {
    const T* left = args.inputs[0].data<T>();
    const T* right = args.inputs[1].data<T>();
    T* output = args.outputs[0].data<T>();
    ForEachPair(args, [&](int64_t index, int64_t left_index, int64_t right_index) {
      output[index] = fn(LoadElement(left, left_index), LoadElement(right, right_index));
    });
    return Status();
  });
}

// Implements ADD, SUB, MUL and DIV with the fused activation of TfLiteArithmeticParams.
template <typename... Types, typename Fn>
Status ApplyArithmetic(const KernelArgs& args, Fn fn) {
  return ForType<Types...>(args.outputs[0].type(), [&]<typename T>(T) {
    const auto range = RangeOf<T>(args.params.As<abi::TfLiteArithmeticParams>().activation);
    return ApplyBinary<T>(args, [&](T left, T right) { return range.Clamp(fn(left, right)); });
  });
}

// Returns Ok if no element of the divisor equals `zero`, the quantized zero.
template <typename T>
Status CheckDivisor(const ConstView& divisor, T zero = T{0}) {
  const int64_t count = divisor.dims().NumElements();
  for (int64_t index = 0; index < count; ++index) {
    if (divisor.data<T>()[index] != zero) continue;
    return InvalidArgument("division by zero: element " + std::to_string(index) + " of input 1 is " +
                           std::to_string(static_cast<int>(zero)));
  }
  return {};
}

}  // namespace litevk::ref
