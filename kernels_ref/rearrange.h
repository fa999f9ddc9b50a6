// The kernels that move elements of any type without reading them.
#pragma once

#include <cstring>

#include "kernels_ref/strides.h"

namespace litevk::ref {

// Walks `dims` in row-major order and copies element by element; the strides say where each element lies
// from `source` and from `dest`. `dims` may have any rank and differ from both tensors' own.
inline void CopyStrided(const ir::Shape& dims, size_t element_bytes, const std::byte* source,
                        std::vector<int64_t> source_strides, std::byte* dest,
                        std::vector<int64_t> dest_strides) {
  const std::vector<int64_t> strides[] = {std::move(source_strides), std::move(dest_strides)};
  const int64_t count = dims.NumElements();
  const auto bytes = static_cast<int64_t>(element_bytes);
  Walker walker(dims, strides);
  for (int64_t index = 0; index < count; ++index, walker.Next()) {
    std::memcpy(dest + walker.offset(1) * bytes, source + walker.offset(0) * bytes, element_bytes);
  }
}

}  // namespace litevk::ref
