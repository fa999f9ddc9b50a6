#include "kernels_ref/families/quantized_conv.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/opset/fixed_point.h"

namespace litevk::ref {
namespace {

// Sums wrap around, as TFLite's int32 do on any processor.
struct Convolution {
  const KernelArgs& args;
  const Window2d& window;
  int32_t zero_point;  // of the image: what a tap beside the image counts as

  const ir::Shape& image() const { return args.inputs[0].dims(); }
  const ir::Shape& filter() const { return args.inputs[1].dims(); }

  // Returns the sum for output `channel` at the output pixel.
  int32_t Sum(int batch, int row, int column, int channel) const {
    const int group_outputs = filter()[0] / (image()[3] / filter()[3]);
    const int first_input = channel / group_outputs * filter()[3];
    uint32_t sum = 0;
    ForEachTap(window, image(), row, column, [&](int tap_row, int tap_column, int y, int x) {
      const int8_t* pixel = args.inputs[0].data<int8_t>() + PixelOffset(image(), batch, y, x) + first_input;
      const int8_t* weights =
          args.inputs[1].data<int8_t>() + PixelOffset(filter(), channel, tap_row, tap_column);
      for (int input = 0; input < filter()[3]; ++input) {
        sum += static_cast<uint32_t>((pixel[input] - zero_point) * weights[input]);
      }
    });
    if (args.has_input(2)) sum += static_cast<uint32_t>(args.inputs[2].data<int32_t>()[channel]);
    return static_cast<int32_t>(sum);
  }
};

}  // namespace

Status QuantizedConv2d(const KernelArgs& args, const Window2d& window, int activation) {
  const ir::Quantization& image = args.inputs[0].tensor->quantization;
  const ir::Quantization& output = args.outputs[0].tensor->quantization;
  const ir::Shape& dims = args.outputs[0].dims();
  LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(activation, *args.outputs[0].tensor));
  const std::vector<FixedPoint> factors =
      FactorsOf(image, args.inputs[1].tensor->quantization, output, dims[3]);
  const Convolution convolution = {args, window, image.zero_points[0]};
  auto* result = args.outputs[0].data<int8_t>();
  ForEachPixel(dims, [&](int batch, int row, int column) {
    for (int channel = 0; channel < dims[3]; ++channel) {
      const int32_t sum = convolution.Sum(batch, row, column, channel);
      const auto number = static_cast<uint32_t>(Rescale(sum, factors[static_cast<size_t>(channel)]));
      *result++ = static_cast<int8_t>(std::min(
          std::max(static_cast<int32_t>(number + static_cast<uint32_t>(output.zero_points[0])), range.min),
          range.max));
    }
  });
  return {};
}

}  // namespace litevk::ref
