// Operators of one quantized 8-bit input that compute in float32 (LUTPopulate of
// tflite/kernels/internal/common.h). Each of the 256 values is computed once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels_ref/support/affine.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/quantized/truncate_to_int32.h"

namespace litevk::ref {

// Returns `value` quantized in the output's scale; 0 for a NaN, as x86-64 converts it.
template <typename T>
T IntegerOf(float value, float inverse_scale, int zero_point) {
  const float integer = std::round(value * inverse_scale) + static_cast<float>(zero_point);
  constexpr float kLowest = std::numeric_limits<T>::min();
  constexpr float kHighest = std::numeric_limits<T>::max();
  return static_cast<T>(TruncateToInt32(std::min(std::max(integer, kLowest), kHighest)));
}

// Applies fn, which takes and returns float.
template <typename T, typename Fn>
Status ApplyTable8(const KernelArgs& args, Fn fn) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(*args.inputs[0].tensor);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(*args.outputs[0].tensor);
  const float inverse_scale = 1.0F / to.scale;
  constexpr int kLowest = std::is_signed_v<T> ? INT8_MIN : 0;
  std::array<T, 256> table = {};
  for (int integer = kLowest; integer <= std::numeric_limits<T>::max(); ++integer) {
    const float result = fn(from.ValueOf(integer));
    table[static_cast<size_t>(integer - kLowest)] = IntegerOf<T>(result, inverse_scale, to.zero_point);
  }
  const T* input = args.inputs[0].data<T>();
  T* output = args.outputs[0].data<T>();
  const int64_t count = args.outputs[0].dims().NumElements();
  for (int64_t i = 0; i < count; ++i) output[i] = table[static_cast<size_t>(input[i] - kLowest)];
  return {};
}

}  // namespace litevk::ref
