#include "kernels_ref/conv/transpose_conv.h"

#include <algorithm>

namespace litevk::ref {
namespace {

// Adds the contribution of one input pixel through one tap to every output channel.
void AddTap(const ir::Shape& filter, const float* pixel, const float* taps, float* sums) {
  const int64_t filter_size = int64_t{filter[1]} * filter[2] * filter[3];
  for (int out_channel = 0; out_channel < filter[0]; ++out_channel, taps += filter_size) {
    for (int channel = 0; channel < filter[3]; ++channel) sums[out_channel] += pixel[channel] * taps[channel];
  }
}

}  // namespace

Window2d TransposeConvWindow(const KernelArgs& args, const ir::Shape& filter) {
  const auto& params = args.params.As<abi::TfLiteTransposeConvParams>();
  return PadWindow(
      {.filter_hw = {filter[1], filter[2]}, .stride_hw = {params.stride_height, params.stride_width}},
      params.padding, args.outputs[0].dims());
}

Status TransposeConv(const KernelArgs& args, TransposeConvInputs at, const ActivationRange<>& range) {
  const ConstView& filters = args.inputs[static_cast<size_t>(at.filter)];
  const ConstView& images = args.inputs[static_cast<size_t>(at.image)];
  const auto bias = static_cast<size_t>(at.bias);
  const ir::Shape& filter = filters.dims();
  const ir::Shape& image = images.dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Window2d window = TransposeConvWindow(args, filter);
  const float* pixel = images.data<float>();
  float* sums = args.outputs[0].data<float>();

  std::fill(sums, sums + output.NumElements(), 0.0F);
  ForEachPixel(image, [&](int batch, int row, int column) {
    ForEachTap(window, output, row, column, [&](int tap_row, int tap_column, int y, int x) {
      AddTap(filter, pixel, filters.data<float>() + PixelOffset(filter, 0, tap_row, tap_column),
             sums + PixelOffset(output, batch, y, x));
    });
    pixel += image[3];
  });
  AddBiasAndClamp(range, args.has_input(bias) ? args.inputs[bias].data<float>() : nullptr, output[3],
                  output.Rows(), sums);
  return {};
}

}  // namespace litevk::ref
