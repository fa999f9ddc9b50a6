// Shared parts of the roots of quantized values.
#pragma once

#include <string>

#include "kernels_ref/support/affine.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Returns Ok if no quantized value stands for a negative number.
template <typename T>
Status CheckNotNegative(const ConstView& input) {
  const int zero_point = AffineChannels::OnlyOf(*input.tensor).zero_point;
  const int64_t count = input.dims().NumElements();
  for (int64_t index = 0; index < count; ++index) {
    const T integer = input.data<T>()[index];
    if (integer >= zero_point) continue;
    return InvalidArgument("root of a negative value: element " + std::to_string(index) +
                           " of the input is " + std::to_string(int{integer}) +
                           ", expected at least its zero point " + std::to_string(zero_point));
  }
  return {};
}

}  // namespace litevk::ref
