#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels_ref/families/conv_window.h"
#include "kernels_ref/families/hybrid_conv.h"
#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::ref {
namespace {

// Adds to `sums`, one for each channel of the output, the products under one tap. Sums wrap around, as
// TFLite's int32 do on any processor.
template <typename T>
void AddTap(const T* pixel, int32_t zero_point, const int8_t* weights, int multiplier,
            std::vector<uint32_t>& sums) {
  for (size_t output = 0; output < sums.size(); ++output) {
    const int32_t value = pixel[output / static_cast<size_t>(multiplier)] - zero_point;
    sums[output] += static_cast<uint32_t>(value * weights[output]);
  }
}

}  // namespace

// Output channel c reads input channel c / multiplier; the multiplier follows from the shapes, the
// parameter may be stale.
static Status FloatDepthwiseConv2d(const KernelArgs& args) {
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Window2d window = ConvWindow<abi::TfLiteDepthwiseConvParams>(args);
  const int multiplier = filter[3] / image[3];
  const float* pixels = args.inputs[0].data<float>();
  const float* filters = args.inputs[1].data<float>();
  float* sums = args.outputs[0].data<float>();

  std::fill(sums, sums + output.NumElements(), 0.0F);
  ForEachPixel(output, [&](int batch, int row, int column) {
    ForEachTap(window, image, row, column, [&](int tap_row, int tap_column, int y, int x) {
      const float* pixel = pixels + PixelOffset(image, batch, y, x);
      const float* taps = filters + PixelOffset(filter, 0, tap_row, tap_column);
      for (int channel = 0; channel < image[3]; ++channel) {
        for (int copy = 0; copy < multiplier; ++copy) {
          sums[channel * multiplier + copy] += pixel[channel] * taps[channel * multiplier + copy];
        }
      }
    });
    sums += output[3];
  });
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteDepthwiseConvParams>().activation),
                  args.has_input(2) ? args.inputs[2].data<float>() : nullptr, output[3], output.Rows(),
                  args.outputs[0].data<float>());
  return {};
}

// Computes inputs {image NHWC, filter 1HWO of int8, int32 bias or none} to the image's type `T`, with the
// quantization that the record's signature states
// (tflite/kernels/internal/reference/integer_ops/depthwise_conv.h).
template <typename T>
static Status QuantizedDepthwiseConv2d(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteDepthwiseConvParams>();
  const Window2d window = ConvWindow<abi::TfLiteDepthwiseConvParams>(args);
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Tensor& output = *args.outputs[0].tensor;
  const int32_t zero_point = args.inputs[0].tensor->quantization.zero_points[0];
  LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range, QuantizedRangeOf(params.activation, output));
  const std::vector<FixedPoint> factors =
      FactorsOf(args.inputs[0].tensor->quantization, args.inputs[1].tensor->quantization, output.quantization,
                filter[3]);
  std::vector<uint32_t> sums(static_cast<size_t>(filter[3]));
  T* result = args.outputs[0].data<T>();
  ForEachPixel(output.dims, [&](int batch, int row, int column) {
    std::ranges::fill(sums, 0U);
    ForEachTap(window, image, row, column, [&](int tap_row, int tap_column, int y, int x) {
      AddTap(args.inputs[0].data<T>() + PixelOffset(image, batch, y, x), zero_point,
             args.inputs[1].data<int8_t>() + PixelOffset(filter, 0, tap_row, tap_column),
             filter[3] / image[3], sums);
    });
    for (size_t channel = 0; channel < sums.size(); ++channel) {
      const int32_t bias = args.has_input(2) ? args.inputs[2].data<int32_t>()[channel] : 0;
      const auto sum = static_cast<int32_t>(sums[channel] + static_cast<uint32_t>(bias));
      const auto number = static_cast<uint32_t>(Rescale(sum, factors[channel])) +
                          static_cast<uint32_t>(output.quantization.zero_points[0]);
      *result++ = static_cast<T>(std::min(std::max(static_cast<int32_t>(number), range.min), range.max));
    }
  });
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(depthwise_conv_2d, {{"float32", &FloatDepthwiseConv2d},
                                      {"int8", &QuantizedDepthwiseConv2d<int8_t>},
                                      {"float32xint8", &HybridDepthwiseConv2d}})
