// Reductions of quantized numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::ref {

// Returns the number of elements that are reduced to one output. There must be at least one output.
inline int64_t CountReduced(const KernelArgs& args) {
  return args.inputs[0].dims().NumElements() / args.outputs[0].dims().NumElements();
}

// Writes sum * factor in the output's scale. A sum adds up values minus their zero point, and wraps around.
template <typename T>
Status WriteSums(const KernelArgs& args, const FixedPoint& multiplier) {
  const int64_t zero_points = CountReduced(args) * AffineChannels::OnlyOf(*args.inputs[0].tensor).zero_point;
  const int output_zero_point = AffineChannels::OnlyOf(*args.outputs[0].tensor).zero_point;
  std::vector<int64_t> sums(static_cast<size_t>(args.outputs[0].dims().NumElements()), -zero_points);
  Accumulate<T>(args, sums.data(), [](int64_t sum, T integer) { return sum + integer; });
  T* output = args.outputs[0].data<T>();
  for (const int64_t sum : sums) {
    const int32_t integer = Rescale(static_cast<int32_t>(sum), multiplier);
    *output++ = Saturate<T>(int64_t{integer} + output_zero_point);
  }
  return {};
}

}  // namespace litevk::ref
