#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "kernels_ref/common/dot_products.h"
#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/quantized_conv_2d.h"
#include "kernels_ref/conv/transpose_conv.h"
#include "runtime/opset/ops/transpose_conv.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

constexpr auto kImage = static_cast<size_t>(kTransposeConvInputs.image);
constexpr auto kFilter = static_cast<size_t>(kTransposeConvInputs.filter);
constexpr auto kBias = static_cast<size_t>(kTransposeConvInputs.bias);

// Position of an input pixel or a filter tap in the output. A tap's position is relative to its pixel.
// `plane` is the output channel of a tap, or the batch of a pixel.
struct ImagePosition {
  int plane;
  int64_t row;
  int64_t column;
};

std::vector<ImagePosition> PositionsOfPixels(const ir::Shape& image, const Window2d& window) {
  std::vector<ImagePosition> positions;
  ForEachPixel(image, [&](int batch, int row, int column) {
    positions.push_back({batch, window.Axis(0).Input(row, 0), window.Axis(1).Input(column, 0)});
  });
  return positions;
}

// Returns the positions of the taps in the filter's order.
std::vector<ImagePosition> PositionsOfTaps(const ir::Shape& filter) {
  std::vector<ImagePosition> positions;
  ForEachPixel(filter, [&](int channel, int row, int column) {
    positions.push_back({channel, row, column});
  });
  return positions;
}

// Adds a pixel's contribution through a tap, unless it lies beside the output.
void AddAt(const ir::Shape& output, const ImagePosition& pixel, const ImagePosition& tap, int64_t product,
           std::vector<int64_t>& sums) {
  const int64_t row = pixel.row + tap.row;
  const int64_t column = pixel.column + tap.column;
  if (row < 0 || row >= output[1] || column < 0 || column >= output[2]) return;
  const int64_t at = PixelOffset(output, pixel.plane, static_cast<int>(row), static_cast<int>(column));
  int64_t& total = sums[static_cast<size_t>(at + tap.plane)];
  total = WrappingAdd(total, product);
}

// Returns the sums of the output's elements: scatters every input pixel under the window.
template <typename T, typename Weight>
std::vector<int64_t> Scatter(const KernelArgs& args, const Window2d& window) {
  const ConstView& image = args.inputs[kImage];
  const ConstView& filter = args.inputs[kFilter];
  const ir::Shape& output = args.outputs[0].dims();
  const int depth = filter.dims()[3];
  const std::vector<ImagePosition> pixels = PositionsOfPixels(image.dims(), window);
  const std::vector<ImagePosition> taps = PositionsOfTaps(filter.dims());
  const IntegerRows<Weight> filters = {filter.data<Weight>(), static_cast<int64_t>(taps.size()), depth,
                                       ZeroPointOfFilter(*filter.tensor)};
  std::vector<int64_t> sums(static_cast<size_t>(output.NumElements()));
  ForEachSumOfProducts<T>(
      static_cast<int64_t>(pixels.size()), filters,
      [&](int64_t pixel, int16_t* values) {
        TakeOutZeroPoint(image.data<T>() + pixel * depth, depth, image.tensor->quantization.zero_points[0],
                         values);
      },
      [&](const auto& products) {
        for (int64_t tap = 0; tap < products.rights; ++tap) {
          const ImagePosition& position = taps[static_cast<size_t>(products.first_right + tap)];
          auto pixel = pixels.begin() + products.first_left;
          for (const auto product : products.Of(tap)) AddAt(output, *pixel++, position, product, sums);
        }
      });
  return sums;
}

}  // namespace

template <typename T, typename Weight>
Status QuantizedTransposeConv(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteTransposeConvParams>();
  const int channels = args.outputs[0].dims()[3];
  const LayerTensors layer = {.input = *args.inputs[kImage].tensor,
                              .weights = *args.inputs[kFilter].tensor,
                              .output = *args.outputs[0].tensor,
                              .bias = args.has_input(kBias) ? &args.inputs[kBias] : nullptr,
                              .channels = channels,
                              .activation = params.activation};
  const Window2d window = TransposeConvWindow(args, args.inputs[kFilter].dims());
  return WithConvOutput<T>(layer, params.quantized_bias_type, [&](const auto& output_of) -> Status {
    const std::vector<int64_t> sums = Scatter<T, Weight>(args, window);
    T* integers = args.outputs[0].data<T>();
    for (int64_t first = 0; first < std::ssize(sums); first += channels) {
      output_of.Write(0, sums.data() + first, channels, integers + first);
    }
    return {};
  });
}

template Status QuantizedTransposeConv<int8_t, int8_t>(const KernelArgs& args);
template Status QuantizedTransposeConv<uint8_t, uint8_t>(const KernelArgs& args);
template Status QuantizedTransposeConv<int16_t, int8_t>(const KernelArgs& args);

}  // namespace litevk::ref
