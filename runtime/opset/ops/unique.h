// The elements that UNIQUE keeps.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <type_traits>
#include <vector>

#include "runtime/opset/dispatch.h"

namespace litevk {

template <typename Fn>
Status ForUniqueType(ir::DataType type, Fn fn) {
  return ForType<float, int8_t, uint8_t, int16_t, int32_t, int64_t>(type, fn);
}

// The distinct values in the order of their first occurrence, and the index of each element's value among
// them.
//
// Uses an ordered map, as TFLite does. A NaN compares less than nothing, so it counts as the smallest value
// known. If a NaN comes first, it counts as equal to every value. NaNs are handled here, since the search of
// std::map for a NaN depends on the C++ library.
template <typename T>
struct UniqueValues {
  explicit UniqueValues(std::span<const T> elements) {
    std::map<T, int64_t> positions;
    for (const T element : elements) {
      auto entry = IsNan(element) ? positions.begin() : positions.lower_bound(element);
      if (entry == positions.end() || element < entry->first) {
        entry = positions.emplace_hint(entry, element, static_cast<int64_t>(values.size()));
        values.push_back(element);
      }
      indices.push_back(entry->second);
    }
  }

  static bool IsNan([[maybe_unused]] T element) {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(element);
    return false;
  }

  std::vector<T> values;
  std::vector<int64_t> indices;
};

}  // namespace litevk
