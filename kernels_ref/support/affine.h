// Helpers of kernels for scales and zero points of quantized tensors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels_ref/support/elements.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/same_quantization.h"

namespace litevk::ref {

// Returns `integer` clamped to the type's range.
template <typename T>
T Saturate(int64_t integer) {
  return static_cast<T>(
      std::clamp<int64_t>(integer, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

}  // namespace litevk::ref
