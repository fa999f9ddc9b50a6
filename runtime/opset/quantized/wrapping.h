// Integer arithmetic that wraps around on overflow, as in TFLite's kernels. Float arithmetic is the usual
// one.
#pragma once

#include <cstdint>
#include <type_traits>

namespace litevk {

template <typename T>
T WrappingAdd(T left, T right) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(left) + static_cast<uint64_t>(right));
  } else {
    return left + right;
  }
}

template <typename T>
T WrappingSubtract(T left, T right) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(left) - static_cast<uint64_t>(right));
  } else {
    return left - right;
  }
}

template <typename T>
T WrappingMultiply(T left, T right) {
  if constexpr (std::is_integral_v<T>) {
    // The product has a variable, since GCC 11 warns if a product is converted to bool directly.
    const uint64_t product = static_cast<uint64_t>(left) * static_cast<uint64_t>(right);
    return static_cast<T>(product);
  } else {
    return left * right;
  }
}

template <typename T>
T WrappingNegate(T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(-static_cast<uint64_t>(value));
  } else {
    return -value;
  }
}

}  // namespace litevk
