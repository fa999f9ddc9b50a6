#include "delegate/ops/conv/int8_winograd_f4_pack.h"

#include <vector>

#include "delegate/ops/conv/integer_winograd_filter.h"

namespace litevk {
uint64_t Int8WinogradF4Weights(const QuantizedLayout& layout) {
  return uint64_t{layout.Panels()} * layout.lanes * 4 * kF4Matmuls * static_cast<uint64_t>(layout.inputs);
}

void PackInt8WinogradF4(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed) {
  constexpr size_t kTaps = 9;
  const auto inputs = static_cast<size_t>(layout.inputs);
  const size_t pairs = static_cast<size_t>(layout.outputs) * inputs;
  std::vector<int16_t> transformed(kF4Matmuls * pairs);  // [product][output][input]
  for (size_t pair = 0; pair < pairs; ++pair) {
    // They are at most 225 times as large as a tap, less than 2^15.
    const int8_t* taps = filter.data() + pair / inputs * kTaps * inputs + pair % inputs;
    const auto weights = TransformedTaps(kF4Filter, taps, inputs);
    for (size_t product = 0; product < weights.size(); ++product) {
      transformed[product * pairs + pair] = weights[product];
    }
  }
  PackWeights<int16_t>(transformed, WinogradPacking(layout, kF4Matmuls, 1), packed);
}

}  // namespace litevk
