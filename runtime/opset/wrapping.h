// Arithmetic that wraps around where an integer overflows, as TFLite's kernels have it; that of floats is
// the plain one.
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
    // By its name: GCC 11 warns of a product that becomes a bool.
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
