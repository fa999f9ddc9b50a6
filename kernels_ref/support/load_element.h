// Reads elements as values of their C++ type.
#pragma once

#include <cstdint>
#include <type_traits>

namespace litevk::ref {

// Returns the element at `index`. Any byte but 0 counts as true. A caller may store such bytes in a tensor of
// bool, and reading one as a C++ bool is undefined.
template <typename T>
T LoadElement(const T* elements, int64_t index) {
  if constexpr (std::is_same_v<T, bool>) {
    return reinterpret_cast<const uint8_t*>(elements)[index] != 0;
  } else {
    return elements[index];
  }
}

}  // namespace litevk::ref
