#include "kernels_ref/conv/dynamic_int8_transpose_conv.h"

#include <algorithm>

#include "kernels_ref/common/dynamic_int8_rows.h"
#include "kernels_ref/conv/transpose_conv.h"
#include "runtime/opset/ops/transpose_conv.h"

namespace litevk::ref {
namespace {

// Adds the contribution of one input pixel through one tap to every output channel.
void AddTap(const ir::Tensor& filter, const int16_t* pixel, const int8_t* taps, float scale, float* sums) {
  const int64_t filter_size = filter.dims.NumElements() / filter.dims[0];
  for (int out_channel = 0; out_channel < filter.dims[0]; ++out_channel, taps += filter_size) {
    const float filter_scale = ScaleOfSlice(filter, out_channel);
    for (int channel = 0; channel < filter.dims[3]; ++channel) {
      sums[out_channel] += static_cast<float>(pixel[channel] * taps[channel]) * filter_scale * scale;
    }
  }
}

}  // namespace

Status DynamicInt8TransposeConv(const KernelArgs& args) {
  const ConstView& images = args.inputs[kTransposeConvInputs.image];
  const ConstView& filter = args.inputs[kTransposeConvInputs.filter];
  const ir::Shape& image = images.dims();
  const ir::Shape& output = args.outputs[0].dims();
  const Window2d window = TransposeConvWindow(args, filter.dims());
  auto* sums = args.outputs[0].data<float>();
  std::fill(sums, sums + output.NumElements(), 0.0F);
  const DynamicInt8Rows rows = QuantizeRows(images.data<float>(), image[0],
                                            int64_t{image[1]} * image[2] * image[3], /*is_asymmetric=*/true);
  const int16_t* pixel = rows.integers.data();
  ForEachPixel(image, [&](int batch, int row, int column) {
    ForEachTap(window, output, row, column, [&](int tap_row, int tap_column, int y, int x) {
      AddTap(*filter.tensor, pixel,
             filter.data<int8_t>() + PixelOffset(filter.dims(), 0, tap_row, tap_column),
             rows.scales[static_cast<size_t>(batch)], sums + PixelOffset(output, batch, y, x));
    });
    pixel += image[3];
  });
  constexpr size_t kBias = kTransposeConvInputs.bias;
  AddBiasAndClamp(RangeOf(args.params.As<abi::TfLiteTransposeConvParams>().activation),
                  args.has_input(kBias) ? args.inputs[kBias].data<float>() : nullptr, output[3],
                  output.Rows(), sums);
  return {};
}

}  // namespace litevk::ref
