// Views of bytes as elements of a type.
#pragma once

#include <cstddef>
#include <span>

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

}  // namespace litevk
