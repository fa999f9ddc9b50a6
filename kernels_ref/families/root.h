// What the roots of quantized numbers have in common.
#pragma once

#include <string>

#include "kernels_ref/support/affine.h"
#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Ok when no number stands for a negative value.
template <typename T>
Status CheckNotNegative(const ConstView& input) {
  const int zero_point = AffineChannels::OnlyOf(*input.tensor).zero_point;
  const int64_t count = input.dims().NumElements();
  for (int64_t index = 0; index < count; ++index) {
    const int number = input.data<T>()[index];
    if (number >= zero_point) continue;
    return InvalidArgument("root of a negative value: element " + std::to_string(index) +
                           " of the input is " + std::to_string(number) +
                           ", expected at least its zero point " + std::to_string(zero_point));
  }
  return {};
}

}  // namespace litevk::ref
