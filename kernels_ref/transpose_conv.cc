// Every input pixel is scattered under the window: the gradient of a convolution from the output to the
// input. Inputs: 0 output shape, 1 filter (OHWI), 2 image, 3 bias.
#include <algorithm>

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {
namespace {

Window2d WindowOf(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteTransposeConvParams>();
  const ir::Shape& filter = args.inputs[1].dims();
  return PadWindow(
      {.filter_hw = {filter[1], filter[2]}, .stride_hw = {params.stride_height, params.stride_width}},
      params.padding, args.outputs[0].dims());
}

// Adds the contribution of one input pixel through one tap to every output channel.
void AddTap(const ir::Shape& filter, const float* pixel, const float* taps, float* sums) {
  const int64_t filter_size = int64_t{filter[1]} * filter[2] * filter[3];
  for (int out_channel = 0; out_channel < filter[0]; ++out_channel, taps += filter_size) {
    for (int channel = 0; channel < filter[3]; ++channel) sums[out_channel] += pixel[channel] * taps[channel];
  }
}

}  // namespace

static Status TransposeConv(const KernelArgs& args) {
  const ir::Shape& filter = args.inputs[1].dims();
  const ir::Shape& image = args.inputs[2].dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Window2d window = WindowOf(args);
  const float* pixel = args.inputs[2].data<float>();
  const float* filters = args.inputs[1].data<float>();
  float* sums = args.outputs[0].data<float>();

  std::fill(sums, sums + output.NumElements(), 0.0F);
  ForEachPixel(image, [&](int batch, int row, int column) {
    ForEachTap(window, output, row, column, [&](int tap_row, int tap_column, int y, int x) {
      AddTap(filter, pixel, filters + PixelOffset(filter, 0, tap_row, tap_column),
             sums + PixelOffset(output, batch, y, x));
    });
    pixel += image[3];
  });
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteTransposeConvParams>().activation),
                  args.has_input(3) ? args.inputs[3].data<float>() : nullptr, output[3], output.Rows(), sums);
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(transpose_conv, &TransposeConv)
