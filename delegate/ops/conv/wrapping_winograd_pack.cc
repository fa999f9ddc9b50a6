#include "delegate/ops/conv/wrapping_winograd_pack.h"

#include <vector>

#include "delegate/ops/conv/integer_winograd_filter.h"

namespace litevk {
uint64_t WrappingWinogradWeights(const QuantizedLayout& layout) {
  return uint64_t{layout.Panels()} * layout.lanes * 4 * kWrappingProducts *
         static_cast<uint64_t>(layout.inputs);
}

void PackWrappingWinograd(std::span<const int8_t> filter, const QuantizedLayout& layout,
                          std::span<int16_t> packed) {
  constexpr size_t kTaps = 9;
  const auto inputs = static_cast<size_t>(layout.inputs);
  const size_t pairs = static_cast<size_t>(layout.outputs) * inputs;
  std::vector<int16_t> transformed(kWrappingProducts * pairs);  // [product][output][input]
  for (size_t pair = 0; pair < pairs; ++pair) {
    // They are at most 225 times as large as a tap, less than 2^15.
    const int8_t* taps = filter.data() + pair / inputs * kTaps * inputs + pair % inputs;
    const auto weights = TransformedTaps(kWrappingFilter, taps, inputs);
    for (size_t product = 0; product < weights.size(); ++product) {
      transformed[product * pairs + pair] = weights[product];
    }
  }
  PackWeights<int16_t>(transformed, WinogradPacking(layout, kWrappingProducts, 1), packed);
}

}  // namespace litevk
