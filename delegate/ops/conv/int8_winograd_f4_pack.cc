#include "delegate/ops/conv/int8_winograd_f4_pack.h"

#include <algorithm>

#include "delegate/ops/conv/integer_winograd_filter.h"

namespace litevk {
uint64_t Int8WinogradF4Weights(const QuantizedLayout& layout) {
  return uint64_t{layout.Panels()} * layout.lanes * 4 * kF4Matmuls * static_cast<uint64_t>(layout.inputs);
}

void PackInt8WinogradF4(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed) {
  std::ranges::fill(packed, int16_t{0});
  // Transformed weights are at most 225 times as large as a tap, less than 2^15.
  const WeightPacking packing = WinogradPacking(layout, kF4Matmuls, 1);
  for (int64_t output = 0; output < layout.outputs; ++output) {
    PackTransformed(kF4Filter, filter, packing, output, packing.GroupStride(), packed, [](auto&&...) {});
  }
}

}  // namespace litevk
