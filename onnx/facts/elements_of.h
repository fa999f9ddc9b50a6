// Elements out of the bytes that hold them.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace litevk::to_onnx {

// Returns the elements of bytes, which may be unaligned, or none at all. Bytes behind the last whole element
// are left out.
template <typename T>
std::vector<T> ElementsOf(std::span<const std::byte> bytes) {
  std::vector<T> elements(bytes.size() / sizeof(T));
  // A null pointer is undefined behavior for memcpy even where it copies nothing.
  if (!elements.empty()) std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(T));
  return elements;
}

}  // namespace litevk::to_onnx
