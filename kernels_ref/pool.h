// What the two pooling operators share.
#pragma once

#include "kernels_ref/activation.h"
#include "kernels_ref/check_types.h"
#include "kernels_ref/window.h"

namespace litevk::ref {

// Starts each output channel at `initial`, folds the window's pixels into it with reduce(value, pixel), and
// ends with finish(value, pixels inside the image), then the fused activation.
template <typename Reduce, typename Finish>
Status Pool2d(const KernelArgs& args, float initial, Reduce reduce, Finish finish) {
  LITEVK_RETURN_IF_ERROR(CheckFloat32(args, {0}));
  const auto& params = args.params.As<abi::TfLitePoolParams>();
  const ir::Shape& image = args.inputs[0].dims();
  const Window2d window = PadWindow({.filter_hw = {params.filter_height, params.filter_width},
                                     .stride_hw = {params.stride_height, params.stride_width}},
                                    params.padding, image);
  const ActivationRange range = RangeOf(params.activation);
  const int channels = image[3];
  float* values = args.outputs[0].data<float>();
  ForEachPixel(args.outputs[0].dims(), [&](int batch, int row, int column) {
    std::fill(values, values + channels, initial);
    int inside = 0;
    ForEachTap(window, image, row, column, [&](int, int, int y, int x) {
      ++inside;
      const float* pixel = args.inputs[0].data<float>() + PixelOffset(image, batch, y, x);
      for (int channel = 0; channel < channels; ++channel) {
        values[channel] = reduce(values[channel], pixel[channel]);
      }
    });
    for (int channel = 0; channel < channels; ++channel) {
      values[channel] = range.Clamp(finish(values[channel], inside));
    }
    values += channels;
  });
  return {};
}

}  // namespace litevk::ref
