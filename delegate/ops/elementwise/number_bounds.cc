#include "delegate/ops/elementwise/number_bounds.h"

#include <bit>
#include <limits>

#include "runtime/opset/quantized/number_of_float.h"

namespace litevk {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Number of steps beyond all values of 8 bits, and far below what leaves 32 bits.
constexpr float kManySteps = 1 << 20;

// Converts between floats and their ranks: 0 is the zero, and the bits of the magnitude count from there.
int32_t PlaceOf(float magnitude) { return std::bit_cast<int32_t>(magnitude); }
float FloatAt(int32_t place) {
  return place < 0 ? -std::bit_cast<float>(-place) : std::bit_cast<float>(place);
}

// Returns the first rank from `low` to `high` at which `holds`; it holds at all that follow, and at `high`.
template <typename Holds>
int32_t FirstPlace(int32_t low, int32_t high, Holds holds) {
  while (low < high) {
    const auto middle = static_cast<int32_t>((int64_t{low} + high) >> 1);
    if (holds(FloatAt(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

bool HasNumberBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range) {
  constexpr float kLeastScale = 0x1p-100F;
  constexpr float kMostScale = 0x1p+90F;
  return range.highest - range.lowest <= std::numeric_limits<uint8_t>::max() &&
         channel.zero_point >= range.lowest && channel.zero_point <= range.highest &&
         channel.scale >= kLeastScale && channel.scale <= kMostScale;
}

std::vector<int32_t> NumberBounds(const AffineChannels::Channel& channel, const ir::IntegerRange& range) {
  const auto number = [&](float value) { return NumberOfFloat(value, channel, range); };
  const int64_t beyond = number(kInfinity);
  const int32_t many = PlaceOf(channel.scale * kManySteps);
  // Floats of one sign reach that value before they leave 32 bits.
  const int32_t limit = FirstPlace(many, PlaceOf(kInfinity), [&](float magnitude) {
    return number(magnitude) == beyond && number(-magnitude) == beyond;
  });
  const auto steps = [&](int64_t number_of_step) {
    return std::bit_cast<int32_t>(static_cast<float>(number_of_step - channel.zero_point));
  };
  std::vector<int32_t> words = {std::bit_cast<int32_t>(1 / channel.scale),
                                limit,
                                static_cast<int32_t>(beyond),
                                static_cast<int32_t>(range.lowest),
                                steps(range.lowest),
                                steps(range.highest)};
  for (int64_t next = range.lowest + 1; next <= range.highest; ++next) {
    const int32_t place = FirstPlace(-many, many, [&](float value) { return number(value) >= next; });
    words.push_back(std::bit_cast<int32_t>(FloatAt(place)));
  }
  words.push_back(PlaceOf(kInfinity));
  return words;
}

}  // namespace litevk
