#include "kernels_ref/conv/quantized_conv_2d.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>

#include "kernels_ref/common/dot_products.h"
#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/conv_window.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

// Input channels that one group of filters reads.
struct Group {
  int first_channel;
  int channels;
};

// Extracts patches of an image of T under a window, in the filter's order: tap row, tap column, channel.
template <typename T>
class Patches {
 public:
  Patches(const KernelArgs& args, const Window2d& window)
      : window_(window),
        image_(args.inputs[0].dims()),
        output_(args.outputs[0].dims()),
        integers_(args.inputs[0].data<T>()),
        zero_point_(args.inputs[0].tensor->quantization.zero_points[0]),
        is_pointwise_(window.filter_hw == kOne && window.stride_hw == kOne) {}

  // Writes the patch under the window at pixel `index` of the output; a tap beside the image reads 0.
  void Gather(int64_t index, const Group& group, int16_t* patch) const {
    if (is_pointwise_) {
      TakeOutZeroPoint(integers_ + index * image_[3] + group.first_channel, group.channels, zero_point_,
                       patch);
      return;
    }
    const auto column = static_cast<int>(index % output_[2]);
    const auto row = static_cast<int>(index / output_[2] % output_[1]);
    const auto batch = static_cast<int>(index / output_[2] / output_[1]);
    const TapRange rows = TapsInside(window_, image_, 0, row);
    const TapRange columns = TapsInside(window_, image_, 1, column);
    const bool is_whole =
        rows.end - rows.first == window_.filter_hw[0] && columns.end - columns.first == window_.filter_hw[1];
    if (!is_whole) {
      std::fill(patch, patch + int64_t{window_.filter_hw[0]} * window_.filter_hw[1] * group.channels, 0);
    }
    // Adjacent taps read consecutive values.
    const bool is_joined = window_.dilation_hw[1] == 1 && group.channels == image_[3];
    const int taps = is_joined ? columns.end - columns.first : 1;
    for (int tap_row = rows.first; tap_row < rows.end; ++tap_row) {
      const auto y = static_cast<int>(window_.Axis(0).Input(row, tap_row));
      for (int tap = columns.first; tap < columns.end; tap += taps) {
        const auto x = static_cast<int>(window_.Axis(1).Input(column, tap));
        TakeOutZeroPoint(integers_ + PixelOffset(image_, batch, y, x) + group.first_channel,
                         int64_t{taps} * group.channels, zero_point_,
                         patch + (int64_t{tap_row} * window_.filter_hw[1] + tap) * group.channels);
      }
    }
  }

 private:
  static constexpr std::array<int, 2> kOne = {1, 1};

  const Window2d& window_;
  const ir::Shape& image_;
  const ir::Shape& output_;
  const T* integers_;
  int zero_point_;
  bool is_pointwise_;  // each output pixel reads only the image pixel of its index
};

template <typename T, typename Weight, typename Output>
Status Convolve(const KernelArgs& args, const Window2d& window, const Output& output_of) {
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Patches<T> patches(args, window);
  const int groups = args.inputs[0].dims()[3] / filter[3];
  const int group_outputs = filter[0] / groups;
  const int64_t patch_size = int64_t{filter[1]} * filter[2] * filter[3];
  T* integers = args.outputs[0].data<T>();
  for (int group = 0; group < groups; ++group) {
    const int first_output = group * group_outputs;
    const IntegerRows<Weight> filters = {args.inputs[1].data<Weight>() + first_output * patch_size,
                                         group_outputs, patch_size,
                                         ZeroPointOfFilter(*args.inputs[1].tensor)};
    ForEachSumOfProducts<T>(
        output.Rows(), filters,
        [&](int64_t pixel, int16_t* patch) {
          patches.Gather(pixel, {group * filter[3], filter[3]}, patch);
        },
        [&](const auto& sums) { WriteSums(output_of, sums, first_output, output[3], integers); });
  }
  return {};
}

}  // namespace

template <typename T, typename Weight>
Status QuantizedConv2d(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteConvParams>();
  const LayerTensors layer = TensorsOfLayer(args, args.outputs[0].dims()[3], params.activation);
  const Window2d window = ConvWindow<abi::TfLiteConvParams>(args);
  return WithConvOutput<T>(layer, params.quantized_bias_type, [&](const auto& output_of) {
    return Convolve<T, Weight>(args, window, output_of);
  });
}

template Status QuantizedConv2d<int8_t, int8_t>(const KernelArgs& args);
template Status QuantizedConv2d<uint8_t, uint8_t>(const KernelArgs& args);
template Status QuantizedConv2d<int16_t, int8_t>(const KernelArgs& args);

}  // namespace litevk::ref
