#include "delegate/ops/conv/int8_winograd_f2_pack.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "delegate/ops/conv/integer_winograd_filter.h"

namespace litevk {
namespace {

constexpr size_t kProducts = 16;
constexpr size_t kChannels = kWinogradInputs;
static_assert(kChannels == kTransformedInputs, "each transformed part is a vector of channels");

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

// Adds the magnitudes of a vector's weights.
void AddMagnitudes(const TransformedTaps<4>& weights, Sums& sums) {
  for (size_t product = 0; product < kProducts; ++product) {
    for (const int16_t weight : weights[product]) sums[product] += std::abs(weight);
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
  const WeightPacking packing = WinogradPacking(layout, 1, kProducts);
  size_t count = static_cast<size_t>(layout.inputs) / kChannels;
  std::vector<Sums> sums(count);
  for (int64_t output = 0; output < layout.outputs; ++output) {
    std::ranges::fill(sums, Sums{});
    PackTransformed(
        kFilter, filter, packing, output, packing.TapStride(), packed,
        [&](size_t first, const auto& weights) { AddMagnitudes(weights, sums[first / kChannels]); });
    // One vector is exact whatever its weights: 16 * 9 * 128 is less than 2^15.
    while (count > 1 && !AreExact(sums, count)) count = (count + 1) / 2;
  }
  packed[WinogradWeights(layout)] = static_cast<int16_t>(count);
}

}  // namespace litevk
