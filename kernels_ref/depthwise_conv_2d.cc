#include <algorithm>

#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/conv/dynamic_int8_conv_2d.h"
#include "kernels_ref/conv/quantized_conv_2d.h"
#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/operand_tensors.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {
// Output channel c reads input channel c / multiplier. The multiplier is derived from the shapes,
// since the parameter may be stale.
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

static Status Check(const PreparedNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckOutputRange<abi::TfLiteDepthwiseConvParams>(node));
  return CheckConvBias(*node.inputs[0], OperandAt(node.inputs, 2), abi::kTfLiteNoType);
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(depthwise_conv_2d,
                  {{"float32", &FloatDepthwiseConv2d},
                   {"int8", &QuantizedDepthwiseConv2d<int8_t, int8_t>},
                   {"int8xint4", &QuantizedDepthwiseConv2d<int8_t, int8_t>},
                   {"uint8", &QuantizedDepthwiseConv2d<uint8_t, uint8_t>},
                   {"int16xint8", &QuantizedDepthwiseConv2d<int16_t, int8_t>},
                   {"float32xint8", &DynamicInt8DepthwiseConv2d}},
                  /*checks_values=*/false, &Check)
