// Elements of a type in the bytes that hold them: views and copies.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace litevk {

// Returns the whole elements in the bytes, which must be aligned for the type.
template <typename T>
std::span<const T> ElementsOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <typename T>
std::span<T> ElementsOf(std::span<std::byte> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

// Returns copies of the whole elements in the bytes, which may be unaligned, as values of another type.
template <typename T, typename Value = T>
std::vector<Value> CopyElements(std::span<const std::byte> bytes) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  // A null pointer is undefined behavior for memcpy even where it copies nothing.
  if (!elements.empty()) std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(T));
  if constexpr (std::is_same_v<T, Value>) {
    return elements;
  } else {
    return {elements.begin(), elements.end()};
  }
}

// Copies bytes to where there is room for them. GCC 12 makes a loop over bytes of std::ranges::copy from
// constant ones.
inline void CopyBytes(std::span<const std::byte> from, std::span<std::byte> to) {
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
}

}  // namespace litevk
