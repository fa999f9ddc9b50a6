// Values whose sums and products are exact in any order.
#pragma once

#include <cstddef>
#include <vector>

namespace litevk {

// Returns values from -2 to 2, without a pattern that a mistake in strides would keep.
inline std::vector<float> SmallIntegers(size_t count, size_t seed) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>((i * 7 + i / 5 + seed) % 5) - 2.0F;
  return values;
}

}  // namespace litevk
