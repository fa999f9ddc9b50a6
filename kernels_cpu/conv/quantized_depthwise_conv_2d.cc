#include "kernels_cpu/conv/quantized_depthwise_conv_2d.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels_cpu/conv/depthwise_taps.h"
#include "kernels_cpu/matmul/integer_output.h"
#include "kernels_cpu/simd/integer_channels.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_ref/conv/conv_output.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

using WideOutput = ref::LayerOutput<int16_t, ref::WideFixedPointScale>;

int64_t RoundUp(int64_t count, int64_t multiple) { return (count + multiple - 1) / multiple * multiple; }

// Taps of int16 times int8 whose sums 32 bits hold.
constexpr int64_t kMostTapsOfInt16 = 500;

// The weights of a layer, minus their zero point, and what its sums begin with.
class ChannelWeights {
 public:
  template <typename Weight, typename Functions>
  ChannelWeights(const ir::Shape& filter, const LayerWeights<Weight>& weights, std::span<const int32_t> bias,
                 int zero_point, const Functions& functions)
      : channels_(filter[3]),
        tap_pairs_((int64_t{filter[1]} * filter[2] + 1) / 2),
        stride_(RoundUp(channels_, kChannelsAtOnce)),
        packed_(static_cast<size_t>(2 * tap_pairs_ * stride_)),
        initial_(static_cast<size_t>(stride_)) {
    AlignedArray<int16_t> values(static_cast<size_t>(2 * tap_pairs_ * stride_));
    std::vector<int64_t> sums(static_cast<size_t>(channels_));
    const int64_t taps = int64_t{filter[1]} * filter[2];
    for (int64_t tap = 0; tap < taps; ++tap) {
      for (int64_t channel = 0; channel < channels_; ++channel) {
        const int weight =
            weights.values[static_cast<size_t>(tap * channels_ + channel)] - weights.zero_point;
        values.data()[tap * stride_ + channel] = static_cast<int16_t>(weight);
        sums[static_cast<size_t>(channel)] += weight;
      }
    }
    functions.pack(values.data(), tap_pairs_, channels_, packed_.data());
    for (size_t channel = 0; channel < sums.size(); ++channel) {
      const int64_t first = bias.empty() ? 0 : bias[channel];
      initial_.data()[channel] = static_cast<int32_t>(first - zero_point * sums[channel]);
    }
  }

  int64_t channels() const { return channels_; }
  int64_t stride() const { return stride_; }
  int64_t tap_pairs() const { return tap_pairs_; }
  const int16_t* packed() const { return packed_.data(); }
  const int32_t* initial() const { return initial_.data(); }

 private:
  int64_t channels_;
  int64_t tap_pairs_;
  int64_t stride_;  // channels with those that fill up a vector
  AlignedArray<int16_t> packed_;
  AlignedArray<int32_t> initial_;
};

// `Output` makes values of sums.
template <typename T, typename Output>
class QuantizedDepthwiseConv2d : public PreparedKernel {
 public:
  QuantizedDepthwiseConv2d(ChannelWeights weights, Output output, int zero_point, Isa isa)
      : compute_(IntegerChannelsFor<T>(isa).compute),
        weights_(std::move(weights)),
        output_(std::move(output)),
        outside_(static_cast<size_t>(weights_.channels()), static_cast<T>(zero_point)) {}

  bool Fits(const ref::KernelArgs& args) const override {
    return HaveOutputs(args.inputs[0].dims()[3], weights_.channels());
  }

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& output = args.outputs[0].dims();
    const DepthwiseTaps<T> taps(args, outside_.data(), kIntegerChannelPixels);
    const int64_t operations = output[2] * args.inputs[1].dims().NumElements();
    ParallelRanges(int64_t{output[0]} * output[1], operations,
                   [&](int64_t first, int64_t end) { ComputeRows(args, taps, first, end); });
    return {};
  }

 private:
  // Computes output rows, counted through all images.
  void ComputeRows(const ref::KernelArgs& args, const DepthwiseTaps<T>& taps, int64_t first,
                   int64_t end) const {
    const ir::Shape& output = args.outputs[0].dims();
    // A last tap alone has weights of 0 beside it.
    std::vector<const T*> inputs(static_cast<size_t>(2 * weights_.tap_pairs() * kIntegerChannelPixels),
                                 outside_.data());
    AlignedArray<int32_t> sums(static_cast<size_t>(kIntegerChannelPixels * weights_.stride() + kMostLanes));
    const IntegerChannels<T> job = {.inputs = inputs.data(),
                                    .tap_pairs = weights_.tap_pairs(),
                                    .channels = weights_.channels(),
                                    .weights = weights_.packed(),
                                    .initial = weights_.initial(),
                                    .sums = sums.data(),
                                    .sums_stride = weights_.stride()};
    T* to = args.outputs[0].data<T>() + first * output[2] * output[3];
    const int group = taps.GroupOf(output[2]);
    for (int64_t row = first; row < end; ++row) {
      for (int column = 0; column < output[2]; column += group) {
        const int pixels = std::min(group, output[2] - column);
        taps.Locate(row, column, pixels, inputs.data());
        compute_(job, pixels);
        for (int pixel = 0; pixel < pixels; ++pixel, to += output[3]) {
          output_.Write(0, sums.data() + pixel * weights_.stride(), output[3], to);
        }
      }
    }
  }

  decltype(IntegerChannelsFunctions<T>::compute) compute_;
  ChannelWeights weights_;
  Output output_;
  std::vector<T> outside_;  // a pixel beside the image
};

template <typename T>
bool IsInRange(int zero_point) {
  return zero_point >= std::numeric_limits<T>::min() && zero_point <= std::numeric_limits<T>::max();
}

}  // namespace

template <typename T, typename Weight>
std::unique_ptr<PreparedKernel> PrepareQuantizedDepthwiseConv2d(const ref::PreparedNode& node, Isa isa) {
  const ir::Shape& image = node.inputs[0]->dims;
  const ir::Shape& filter = node.inputs[1]->dims;
  if (!HasConstants(node) || image.has_unknown() || filter.NumElements() == 0) return nullptr;
  const int zero_point = node.inputs[0]->quantization.zero_points[0];
  if (!HaveOutputs(image[3], filter[3]) || !IsInRange<T>(zero_point)) return nullptr;
  const IntegerConstants<Weight> constants(node);
  const int activation = node.params.As<abi::TfLiteDepthwiseConvParams>().activation;
  const ref::LayerTensors tensors = constants.TensorsOf(node, filter[3], activation);
  const LayerWeights<Weight> weights = {.values = constants.weights,
                                        .zero_point = ZeroPointOfFilter(*node.inputs[1])};
  const int64_t taps = filter.NumElements() / filter[3];
  const auto with = [&](auto output, std::span<const int32_t> bias) -> std::unique_ptr<PreparedKernel> {
    using Output = decltype(output);
    return std::make_unique<QuantizedDepthwiseConv2d<T, Output>>(
        ChannelWeights(filter, weights, bias, zero_point, IntegerChannelsFor<T>(isa)), std::move(output),
        zero_point, isa);
  };
  if constexpr (std::is_same_v<T, int16_t>) {
    auto output = WideOutput::Of(tensors, WideScaleOf(tensors));
    if (!output.ok() || taps > kMostTapsOfInt16 || weights.zero_point != 0) return nullptr;
    return with(*std::move(output), {});
  } else {
    auto output =
        IntegerOutput<T>::ByFixedPoint(tensors, ref::ConvMultipliersOf<T>(tensors),
                                       BoundOfSums(tensors.input, taps, constants.NarrowBias()), isa);
    if (!output.has_value()) return nullptr;
    return with(*std::move(output), constants.NarrowBias());
  }
}

template std::unique_ptr<PreparedKernel> PrepareQuantizedDepthwiseConv2d<int8_t, int8_t>(
    const ref::PreparedNode& node, Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedDepthwiseConv2d<uint8_t, uint8_t>(
    const ref::PreparedNode& node, Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedDepthwiseConv2d<int16_t, int8_t>(
    const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
