// The elements that UNIQUE keeps.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "runtime/opset/dispatch.h"

namespace litevk {

template <typename Fn>
Status ForUniqueType(ir::DataType type, Fn fn) {
  return ForType<float, int8_t, uint8_t, int16_t, int32_t, int64_t>(type, fn);
}

// Each value once, in the order in which they are first met, and for each element where its value stands
// among these. An ordered map, as in TFLite: a NaN, which is not less than anything, is met with the smallest
// value there is. What a map's own search for a key makes of it depends on the library; its lower bound does not.
template <typename T>
struct UniqueValues {
  explicit UniqueValues(std::span<const T> elements) {
    std::map<T, int64_t> places;
    for (const T element : elements) {
      auto place = places.lower_bound(element);
      if (place == places.end() || element < place->first) {
        place = places.emplace_hint(place, element, static_cast<int64_t>(values.size()));
        values.push_back(element);
      }
      indices.push_back(place->second);
    }
  }

  std::vector<T> values;
  std::vector<int64_t> indices;
};

}  // namespace litevk
