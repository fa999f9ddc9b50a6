// Reductions of the parts of a tensor that have the same segment id.
#pragma once

#include <algorithm>
#include <string>

#include "runtime/opset/dispatch.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Computes output {segments, part} = fn(output, a part of data {ids, part}) for each id in order, starting
// with `initial`. A part with a negative id belongs to no segment.
template <typename T, typename Fn>
Status ReduceSegments(const KernelArgs& args, T initial, Fn fn) {
  const MutableView& output = args.outputs[0];
  std::fill_n(output.data<T>(), output.dims().NumElements(), initial);
  const int64_t part = CountBetween(output.dims(), 1, output.dims().rank());
  const int64_t count = args.inputs[1].dims().NumElements();
  const T* data = args.inputs[0].data<T>();
  for (int64_t position = 0; position < count; ++position, data += part) {
    const int32_t id = args.inputs[1].data<int32_t>()[position];
    if (id < 0) continue;
    if (id >= output.dims()[0]) {
      return InvalidArgument("a segment id is " + std::to_string(id) + ", expected less than " +
                             std::to_string(output.dims()[0]));
    }
    T* total = output.data<T>() + id * part;
    for (int64_t index = 0; index < part; ++index) total[index] = fn(total[index], data[index]);
  }
  return {};
}

// Reduces segments of either type, starting with initial(T{}).
template <typename Initial, typename Fn>
Status ReduceAnySegments(const KernelArgs& args, Initial initial, Fn fn) {
  return ForType<float, int32_t>(args.inputs[0].type(), [&](auto zero) {
    return ReduceSegments(args, initial(zero), [&](auto total, auto value) { return fn(total, value); });
  });
}

}  // namespace litevk::ref
