// Output stage of an integer layer. Adds the bias, rescales the sum to the output's scale, adds the zero
// point and applies the fused activation as a clamp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "kernels_ref/common/dot_products.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

// Scales 32-bit sums by multipliers and shifts.
struct FixedPointScale {
  std::vector<FixedPoint> multipliers;  // one per channel

  // Returns a function that scales a channel's sum. It holds copies of the channel's parameters.
  auto Of(size_t channel) const {
    return [rescaling = multipliers[channel]](int64_t sum) {
      return Rescale(static_cast<int32_t>(sum), rescaling);
    };
  }
};

// A FixedPointScale whose shifts all go to the right, as in most layers, in a form that compilers vectorize.
class ShrinkingScale {
 public:
  // True if all factors shift to the right.
  static bool Takes(const std::vector<FixedPoint>& multipliers);

  explicit ShrinkingScale(std::vector<FixedPoint> multipliers) : multipliers_(std::move(multipliers)) {}

  auto Of(size_t channel) const {
    const FixedPoint& rescaling = multipliers_[channel];
    return [multiplier = static_cast<uint32_t>(rescaling.multiplier), right = rescaling.right,
            mask = std::numeric_limits<int32_t>::max() >> (kMultiplierBits - rescaling.right)](auto sum) {
      // Processors multiply several unsigned integers at once. So 2^31 is added to the sum, and its share is
      // subtracted again.
      constexpr uint32_t kRaised = uint32_t{1} << kMultiplierBits;
      constexpr uint64_t kHalf = kRaised / 2;
      const uint64_t raised = uint64_t{static_cast<uint32_t>(sum) + kRaised} * multiplier + kHalf;
      const auto product =
          static_cast<int32_t>(static_cast<uint32_t>(raised >> kMultiplierBits) - multiplier);
      const int32_t threshold = (mask >> 1) + (product < 0 ? 1 : 0);
      return (product >> right) + ((product & mask) > threshold ? 1 : 0);
    };
  }

 private:
  std::vector<FixedPoint> multipliers_;
};

// Scales 64-bit sums by 16-bit multipliers and shifts.
struct WideFixedPointScale {
  std::vector<FixedPoint> multipliers;  // one per channel

  auto Of(size_t channel) const {
    return [rescaling = multipliers[channel]](int64_t sum) { return Rescale64(sum, rescaling); };
  }
};

// Scales sums of the type Sum by doubles. Results beyond 32 bits become the lowest int32, as x86-64 converts
// them.
template <typename Sum>
struct DoubleScale {
  std::vector<double> multipliers;  // one per channel

  auto Of(size_t channel) const {
    return [rescaling = multipliers[channel]](int64_t sum) {
      const double integer = std::round(static_cast<double>(static_cast<Sum>(sum)) * rescaling);
      constexpr double kBound = 2147483648.0;
      const bool fits = integer >= -kBound && integer < kBound;
      return fits ? static_cast<int32_t>(integer) : std::numeric_limits<int32_t>::min();
    };
  }
};

// Tensors and parameters from which a layer's output stage is made.
struct LayerTensors {
  const ir::Tensor& input;
  const ir::Tensor& weights;
  const ir::Tensor& output;
  const ConstView* bias;  // null: none
  int channels;
  int activation;  // abi::TfLiteFusedActivation
};

// Returns the tensors of a layer whose inputs are {input, weights, bias or none}.
LayerTensors TensorsOfLayer(const KernelArgs& args, int channels, int activation);

// Returns the factors from sums to output values, as doubles and as multipliers with shifts.
std::vector<double> DoubleMultipliersOf(const LayerTensors& layer);
std::vector<FixedPoint> FixedMultipliersOf(const LayerTensors& layer);

// Returns the scale of 64-bit sums.
WideFixedPointScale WideScaleOf(const LayerTensors& layer);

// Returns one multiplier and shift for all channels (MultipliersOfFloats).
std::vector<FixedPoint> FixedMultiplierOfFloats(const LayerTensors& layer);

// Returns the bias of each channel, or zeros if there is none.
std::vector<int64_t> BiasesOf(const LayerTensors& layer);

// Checks that an int16 layer's bias has the type that its parameter `quantized_bias_type` announces: TFLite
// reads the tensor's bytes as that type. Null: no bias.
Status CheckBiasType(const ir::Tensor* bias, int quantized_bias_type);

// Converts the sums of a layer's channels to values of type T.
template <typename T, typename Scale>
class LayerOutput {
 public:
  static Result<LayerOutput> Of(const LayerTensors& layer, Scale scale) {
    LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(layer.activation, layer.output));
    return LayerOutput(BiasesOf(layer), std::move(scale), layer.output.quantization.zero_points[0], range);
  }

  // Writes the values of `count` channels from `first` on, given their sums. Four are held in locals first: a
  // store of bytes could alias the object's members.
  template <typename Sum>
  void Write(int64_t first, const Sum* sums, int64_t count, T* integers) const {
    constexpr int64_t kAtOnce = 4;
    int64_t done = 0;
    for (; done + kAtOnce <= count; done += kAtOnce) {
      std::array<T, kAtOnce> some;
      for (int64_t i = 0; i < kAtOnce; ++i) {
        some[static_cast<size_t>(i)] = IntegersOf(first + done + i)(static_cast<int64_t>(sums[done + i]));
      }
      std::ranges::copy(some, integers + done);
    }
    for (; done < count; ++done) {
      integers[done] = IntegersOf(first + done)(static_cast<int64_t>(sums[done]));
    }
  }

  // Writes the values of one channel, given its sums; the channel's parameters are read once.
  template <typename Sum>
  void WriteChannel(int64_t channel, std::span<const Sum> sums, T* integers) const {
    const auto integer_of = IntegersOf(channel);
    for (const Sum sum : sums) *integers++ = integer_of(sum);
  }

 private:
  // Returns a function that converts a channel's sum.
  auto IntegersOf(int64_t channel) const {
    const auto index = static_cast<size_t>(channel);
    // TFLite adds the zero point of int16 after clamping, so that nothing wraps around.
    const int32_t early = sizeof(T) > 1 ? 0 : zero_point_;
    const int32_t late = zero_point_ - early;
    return [scale = scale_.Of(index), bias = biases_[index], early_part = early, late_part = late,
            lowest = range_.min - late, highest = range_.max - late](auto sum) {
      const auto with_bias = WrappingAdd(sum, static_cast<decltype(sum)>(bias));
      const int32_t integer = WrappingAdd(scale(with_bias), early_part);
      return static_cast<T>(std::min(std::max(integer, lowest), highest) + late_part);
    };
  }

  LayerOutput(std::vector<int64_t> biases, Scale scale, int32_t zero_point, QuantizedRange range)
      : biases_(std::move(biases)), scale_(std::move(scale)), zero_point_(zero_point), range_(range) {}

  std::vector<int64_t> biases_;
  Scale scale_;
  int32_t zero_point_;
  QuantizedRange range_;
};

// Writes the values of a block of sums to rows of `channels` values. Its first right row is channel `first`.
template <typename T, typename Scale, typename Sum>
void WriteSums(const LayerOutput<T, Scale>& output, const SumsOfRows<Sum>& sums, int64_t first,
               int64_t channels, T* integers) {
  const int64_t channel = first + sums.first_right;
  std::array<std::array<T, kMostRowsKept>, kRowsAtOnce> columns;
  for (int64_t index = 0; index < sums.rights; ++index) {
    output.WriteChannel(channel + index, sums.Of(index), columns[static_cast<size_t>(index)].data());
  }
  T* next = integers + sums.first_left * channels + channel;
  for (size_t row = 0; row < static_cast<size_t>(sums.lefts); ++row, next += channels) {
    if (sums.rights == kRowsAtOnce) {
      const std::array<T, kRowsAtOnce> some = {columns[0][row], columns[1][row], columns[2][row],
                                               columns[3][row]};
      std::ranges::copy(some, next);
    } else {
      for (int64_t index = 0; index < sums.rights; ++index) {
        next[index] = columns[static_cast<size_t>(index)][row];
      }
    }
  }
}

}  // namespace litevk::ref
