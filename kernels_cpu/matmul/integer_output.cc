#include "kernels_cpu/matmul/integer_output.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <type_traits>

namespace litevk::cpu {

int64_t BoundOfSums(const ir::Tensor& input, int64_t products, std::span<const int32_t> bias) {
  constexpr int64_t kMostWeight = 255;  // minus its zero point
  const int64_t most_input = ref::ElementBytes(input.type) == 1 ? 255 : 65535;
  int64_t most_bias = 0;
  for (const int32_t value : bias) most_bias = std::max(most_bias, std::abs(int64_t{value}));
  return products * most_input * kMostWeight + most_bias;
}

template <typename T>
IntegerOutput<T>::IntegerOutput(const ref::LayerTensors& layer, const QuantizedRange& range, Isa isa)
    : functions_(RequantizeFor<T>(isa)),
      range_({.zero_point = layer.output.quantization.zero_points[0], .min = range.min, .max = range.max}) {}

template <typename T>
std::optional<IntegerOutput<T>> IntegerOutput<T>::Of(const ref::LayerTensors& layer, Isa isa) {
  const Result<QuantizedRange> range = QuantizedRangeOf(layer.activation, layer.output);
  const bool adds_late = std::is_same_v<T, int16_t> && layer.output.quantization.zero_points[0] != 0;
  if (!range.ok() || adds_late) return std::nullopt;
  // Vectors saturate values beyond T, where TFLite's kernels wrap them around.
  const auto fits = [](int32_t bound) {
    return bound >= std::numeric_limits<T>::min() && bound <= std::numeric_limits<T>::max();
  };
  if (!fits(range->min) || !fits(range->max)) return std::nullopt;
  return IntegerOutput(layer, *range, isa);
}

template <typename T>
std::optional<IntegerOutput<T>> IntegerOutput<T>::ByFixedPoint(const ref::LayerTensors& layer,
                                                               const std::vector<FixedPoint>& multipliers,
                                                               int64_t bound_of_sums, Isa isa) {
  std::optional<IntegerOutput> output = Of(layer, isa);
  if (!output.has_value()) return output;
  const size_t room = multipliers.size() + kMostLanes + 1;
  output->multipliers_ = AlignedArray<int32_t>(room);
  output->left_ = AlignedArray<int32_t>(room);
  output->right_ = AlignedArray<int32_t>(room);
  std::ranges::transform(multipliers, output->multipliers_.data(), &FixedPoint::multiplier);
  std::ranges::transform(multipliers, output->left_.data(), &FixedPoint::left);
  std::ranges::transform(multipliers, output->right_.data(), &FixedPoint::right);
  output->scaling_ =
      output->SetOffsets(multipliers, bound_of_sums) ? Scaling::kShrinking : Scaling::kFixedPoint;
  return output;
}

template <typename T>
bool IntegerOutput<T>::SetOffsets(const std::vector<FixedPoint>& multipliers, int64_t bound_of_sums) {
  offsets_ = AlignedArray<int32_t>(multipliers.size() + kMostLanes);
  for (size_t channel = 0; channel < multipliers.size(); ++channel) {
    const FixedPoint& scale = multipliers[channel];
    if (scale.left > 0 || scale.right == 0) return false;
    const int64_t offset =
        (int64_t{1} << (scale.right - 1)) + int64_t{range_.zero_point} * (int64_t{1} << scale.right);
    // A product is no greater than its sum. One is added to negative ones.
    if (bound_of_sums + std::abs(offset) >= std::numeric_limits<int32_t>::max()) return false;
    offsets_.data()[channel] = static_cast<int32_t>(offset);
  }
  return true;
}

template <typename T>
std::optional<IntegerOutput<T>> IntegerOutput<T>::ByDouble(const ref::LayerTensors& layer,
                                                           const std::vector<double>& multipliers, Isa isa) {
  std::optional<IntegerOutput> output = Of(layer, isa);
  if (!output.has_value()) return output;
  output->doubles_ = AlignedArray<double>(multipliers.size() + kMostLanes);
  std::ranges::copy(multipliers, output->doubles_.data());
  return output;
}

template <typename T>
void IntegerOutput<T>::Write(int64_t first, const int32_t* sums, int64_t count, T* to) const {
  if (scaling_ == Scaling::kDouble) {
    functions_.by_double(sums, count, doubles_.data() + first, range_, to);
  } else if (scaling_ == Scaling::kShrinking) {
    const ShrinkingChannels channels = {multipliers_.data() + first, offsets_.data() + first,
                                        right_.data() + first};
    functions_.shrink(sums, count, channels, range_, to);
  } else {
    const FixedPointChannels channels = {multipliers_.data() + first, left_.data() + first,
                                         right_.data() + first};
    functions_.fixed_point(sums, count, channels, range_, to);
  }
}

template class IntegerOutput<int8_t>;
template class IntegerOutput<uint8_t>;
template class IntegerOutput<int16_t>;

}  // namespace litevk::cpu
