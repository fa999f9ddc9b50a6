// Shared parts of the reductions. The output index of an element follows from the element's own index if the
// reduced axes have stride 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels_ref/support/load_element.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns the output's strides along the input's axes. InferReduce has checked the axes, which may repeat.
inline std::vector<int64_t> ReducedStrides(const ConstView& input, const ConstView& axes) {
  ir::Shape kept = input.dims();
  for (int64_t index = 0; index < axes.dims().NumElements(); ++index) {
    const int axis = axes.data<int>()[index];
    if (kept.rank() > 0) kept[axis < 0 ? axis + kept.rank() : axis] = 1;
  }
  return BroadcastStrides(kept, input.dims());
}

// Returns the element; for a NaN, the finite value with which TFLite's kernels start.
template <typename T>
T OrLimit(T element, T limit) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(element)) return limit;
  }
  return element;
}

// Computes total = fn(total, element) for every element of the input, in row-major order. `totals` has one
// value per output element.
template <typename T, typename Total, typename Fn>
void Accumulate(const KernelArgs& args, Total* totals, Fn fn) {
  const std::vector<int64_t> strides[] = {ReducedStrides(args.inputs[0], args.inputs[1])};
  const int64_t count = args.inputs[0].dims().NumElements();
  const T* input = args.inputs[0].data<T>();
  Walker walker(args.inputs[0].dims(), strides);
  for (int64_t index = 0; index < count; ++index, walker.Next()) {
    Total& total = totals[walker.offset(0)];
    total = fn(total, LoadElement(input, index));
  }
}

// Implements reductions whose totals have the input's type, one of Types. Each starts with initial(T{}).
template <typename... Types, typename Initial, typename Fn>
Status Reduce(const KernelArgs& args, Initial initial, Fn fn) {
  return ForType<Types...>(args.inputs[0].type(), [&](auto zero) {
    using T = decltype(zero);
    T* totals = args.outputs[0].data<T>();
    std::fill(totals, totals + args.outputs[0].dims().NumElements(), initial(zero));
    Accumulate<T>(args, totals, [&](T total, T element) { return fn(total, element); });
    return Status();
  });
}

}  // namespace litevk::ref
