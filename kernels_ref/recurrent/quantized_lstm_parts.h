// Shared parts of the integer LSTMs, those with 16-bit gates and those with 8-bit gates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

template <typename T>
void Clip(std::span<T> values, T bound) {
  if (bound <= 0) return;
  for (T& value : values) value = std::clamp<T>(value, static_cast<T>(-bound), bound);
}

inline int32_t SumOfProducts(const int8_t* integers, int zero_point, const int8_t* weights, int size) {
  uint32_t sum = 0;
  for (int index = 0; index < size; ++index) {
    sum += static_cast<uint32_t>((integers[index] - zero_point) * weights[index]);
  }
  return static_cast<int32_t>(sum);
}

// Returns the state of one row of the batch.
template <typename T>
std::span<T> StateOf(const KernelArgs& args, int operand, int row, int size) {
  T* values = args.variables[static_cast<size_t>(operand)].data<T>();
  return {values + static_cast<int64_t>(row) * size, static_cast<size_t>(size)};
}

}  // namespace litevk::ref
