#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "kernels_ref/common/dot_products.h"
#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/conv/quantized_conv_2d.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

// Returns the values of an image minus its zero point. Each channel is repeated for every output that reads
// it.
template <typename T>
std::vector<int16_t> RepeatedChannels(const ConstView& image, int multiplier) {
  const int64_t count = image.dims().NumElements();
  const int zero_point = image.tensor->quantization.zero_points[0];
  std::vector<int16_t> values(static_cast<size_t>(count * multiplier));
  if (multiplier == 1) {
    TakeOutZeroPoint(image.data<T>(), count, zero_point, values.data());
    return values;
  }
  int16_t* next = values.data();
  for (int64_t i = 0; i < count; ++i, next += multiplier) {
    std::fill(next, next + multiplier, static_cast<int16_t>(image.data<T>()[i] - zero_point));
  }
  return values;
}

template <typename Weight>
std::vector<int16_t> ValuesOf(const ConstView& weights) {
  const int64_t count = weights.dims().NumElements();
  std::vector<int16_t> values(static_cast<size_t>(count));
  TakeOutZeroPoint(weights.data<Weight>(), count, ZeroPointOfFilter(*weights.tensor), values.data());
  return values;
}

// Adds the products of a pixel and a tap, channel by channel.
template <typename Sum>
void AddTap(const int16_t* pixel, const int16_t* tap, int channels, Sum* sums) {
  for (int channel = 0; channel < channels; ++channel) {
    sums[channel] += static_cast<Sum>(int32_t{pixel[channel]} * tap[channel]);
  }
}

template <typename T, typename Weight, typename Output>
Status Convolve(const KernelArgs& args, const Window2d& window, const Output& output_of) {
  // Sums of int16 have 64 bits; others wrap around.
  using Sum = std::conditional_t<std::is_same_v<T, int16_t>, int64_t, uint32_t>;
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& output = args.outputs[0].dims();
  ir::Shape image = args.inputs[0].dims();
  const std::vector<int16_t> pixels = RepeatedChannels<T>(args.inputs[0], filter[3] / image[3]);
  const std::vector<int16_t> taps = ValuesOf<Weight>(args.inputs[1]);
  image = {image[0], image[1], image[2], filter[3]};
  std::vector<Sum> sums(static_cast<size_t>(filter[3]));
  T* integers = args.outputs[0].data<T>();
  ForEachPixel(output, [&](int batch, int row, int column) {
    std::ranges::fill(sums, Sum{0});
    ForEachTap(window, image, row, column, [&](int tap_row, int tap_column, int y, int x) {
      AddTap(pixels.data() + PixelOffset(image, batch, y, x),
             taps.data() + PixelOffset(filter, 0, tap_row, tap_column), filter[3], sums.data());
    });
    output_of.Write(0, sums.data(), filter[3], integers);
    integers += filter[3];
  });
  return {};
}

}  // namespace

template <typename T, typename Weight>
Status QuantizedDepthwiseConv2d(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteDepthwiseConvParams>();
  const LayerTensors layer = TensorsOfLayer(args, args.outputs[0].dims()[3], params.activation);
  const Window2d window = ConvWindow<abi::TfLiteDepthwiseConvParams>(args);
  return WithConvOutput<T>(layer, abi::kTfLiteNoType, [&](const auto& output_of) {
    return Convolve<T, Weight>(args, window, output_of);
  });
}

template Status QuantizedDepthwiseConv2d<int8_t, int8_t>(const KernelArgs& args);
template Status QuantizedDepthwiseConv2d<uint8_t, uint8_t>(const KernelArgs& args);
template Status QuantizedDepthwiseConv2d<int16_t, int8_t>(const KernelArgs& args);

}  // namespace litevk::ref
