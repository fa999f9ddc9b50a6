#include "delegate/ops/conv/int8_winograd_f2_pack.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <vector>

#include "delegate/ops/conv/integer_winograd_filter.h"

namespace litevk {
namespace {

constexpr size_t kProducts = 16;
constexpr size_t kTaps = 9;
constexpr size_t kChannels = kWinogradInputs;

// Largest sum of magnitudes of weights whose products with transformed pixels, 512 at most, add up to less
// than 2^24.
constexpr int32_t kLargestSum = (1 << 24) / 512;

// Twice G along one dim.
constexpr WinogradMatrix<4> kFilter = {{{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}}};

using Sums = std::array<int32_t, kProducts>;

// True if no sum of `count` consecutive vectors is too large. Each begins at a multiple of `count`.
bool AreExact(std::span<const Sums> vectors, size_t count) {
  for (size_t first = 0; first < vectors.size(); first += count) {
    Sums total = {};
    for (const Sums& sums : vectors.subspan(first, std::min(count, vectors.size() - first))) {
      for (size_t product = 0; product < kProducts; ++product) total[product] += sums[product];
    }
    if (std::ranges::max(total) > kLargestSum) return false;
  }
  return true;
}

// Writes the transformed weights of one output as [product][input], and adds their magnitudes to `sums` of
// each vector of channels.
void TransformOutput(const int8_t* filter, size_t inputs, int16_t* transformed, std::span<Sums> sums) {
  for (size_t input = 0; input < inputs; ++input) {
    const auto weights = TransformedTaps(kFilter, filter + input, inputs);
    for (size_t product = 0; product < kProducts; ++product) {
      transformed[product * inputs + input] = weights[product];
      sums[input / kChannels][product] += std::abs(weights[product]);
    }
  }
}

}  // namespace

uint64_t WinogradWeights(const QuantizedLayout& layout) {
  return uint64_t{layout.Panels()} * layout.lanes * 4 * kProducts * static_cast<uint64_t>(layout.inputs);
}

uint64_t WinogradFilterBytes(const QuantizedLayout& layout) {
  return WinogradWeights(layout) * sizeof(int16_t) + kWinogradVectorBytes;
}

void PackWinogradFilter(std::span<const int8_t> filter, const QuantizedLayout& layout,
                        std::span<int16_t> packed) {
  std::ranges::fill(packed, int16_t{0});
  const auto inputs = static_cast<size_t>(layout.inputs);
  const auto outputs = static_cast<size_t>(layout.outputs);
  std::vector<int16_t> transformed(outputs * kProducts * inputs);
  size_t count = inputs / kChannels;
  std::vector<Sums> sums(count);
  for (size_t output = 0; output < outputs; ++output) {
    std::ranges::fill(sums, Sums{});
    TransformOutput(filter.data() + output * kTaps * inputs, inputs,
                    transformed.data() + output * kProducts * inputs, sums);
    // One vector is exact whatever its weights: 16 * 9 * 128 is less than 2^15.
    while (count > 1 && !AreExact(sums, count)) count = (count + 1) / 2;
  }
  PackWeights<int16_t>(transformed, WinogradPacking(layout, 1, kProducts), packed);
  packed[WinogradWeights(layout)] = static_cast<int16_t>(count);
}

}  // namespace litevk
