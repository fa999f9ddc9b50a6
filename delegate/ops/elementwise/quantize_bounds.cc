#include "delegate/ops/elementwise/quantize_bounds.h"

#include <bit>
#include <limits>

#include "runtime/opset/quantized/quantize_float.h"

namespace litevk {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Number of steps beyond all values of 8 bits, and far below what leaves 32 bits.
constexpr float kManySteps = 1 << 20;

// Converts between floats and their ranks: 0 is the zero, and the bits of the magnitude count from there.
int32_t RankOf(float magnitude) { return std::bit_cast<int32_t>(magnitude); }
float FloatOfRank(int32_t rank) {
  return rank < 0 ? -std::bit_cast<float>(-rank) : std::bit_cast<float>(rank);
}

// Returns the first rank from `low` to `high` at which `holds`; it holds at all that follow, and at `high`.
template <typename Holds>
int32_t FirstRank(int32_t low, int32_t high, Holds holds) {
  while (low < high) {
    const auto middle = static_cast<int32_t>((int64_t{low} + high) >> 1);
    if (holds(FloatOfRank(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

bool HasQuantizeBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range) {
  constexpr float kLeastScale = 0x1p-100F;
  constexpr float kMostScale = 0x1p+90F;
  return range.highest - range.lowest <= std::numeric_limits<uint8_t>::max() &&
         channel.zero_point >= range.lowest && channel.zero_point <= range.highest &&
         channel.scale >= kLeastScale && channel.scale <= kMostScale;
}

std::vector<int32_t> QuantizeBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range) {
  const auto integer = [&](float value) { return QuantizeFloat(value, channel, range); };
  const int64_t beyond = integer(kInfinity);
  const int32_t many = RankOf(channel.scale * kManySteps);
  // Floats of one sign reach that value before they leave 32 bits.
  const int32_t limit = FirstRank(many, RankOf(kInfinity), [&](float magnitude) {
    return integer(magnitude) == beyond && integer(-magnitude) == beyond;
  });
  const auto steps = [&](int64_t integer_of_step) {
    return std::bit_cast<int32_t>(static_cast<float>(integer_of_step - channel.zero_point));
  };
  std::vector<int32_t> words = {std::bit_cast<int32_t>(1 / channel.scale),
                                limit,
                                static_cast<int32_t>(beyond),
                                static_cast<int32_t>(range.lowest),
                                steps(range.lowest),
                                steps(range.highest)};
  for (int64_t next = range.lowest + 1; next <= range.highest; ++next) {
    const int32_t rank = FirstRank(-many, many, [&](float value) { return integer(value) >= next; });
    words.push_back(std::bit_cast<int32_t>(FloatOfRank(rank)));
  }
  words.push_back(RankOf(kInfinity));
  return words;
}

}  // namespace litevk
