// Maximum over each window, and the index of the tap that has it, plus 0.1. MediaPipe's kernel writes it so,
// in order that a cast gives the index. Taps are counted row by row, including those outside the image. The
// first of equal values wins, and a NaN never does.
#include <limits>
#include <vector>

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {
namespace {

struct Largest {
  float value = std::numeric_limits<float>::lowest();
  int64_t tap = 0;
};

Window2d WindowOf(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLitePoolParams>();
  return PadWindow({.filter_hw = {params.filter_height, params.filter_width},
                    .stride_hw = {params.stride_height, params.stride_width}},
                   params.padding, args.inputs[0].dims());
}

}  // namespace

static Status MaxPoolingWithArgmax(const KernelArgs& args) {
  const ir::Shape& image = args.inputs[0].dims();
  const Window2d window = WindowOf(args);
  const ActivationRange<float> range = RangeOf(args.params.As<abi::TfLitePoolParams>().activation);
  std::vector<Largest> largest(static_cast<size_t>(image[3]));
  float* values = args.outputs[0].data<float>();
  float* taps = args.outputs[1].data<float>();
  ForEachPixel(args.outputs[0].dims(), [&](int batch, int row, int column) {
    largest.assign(largest.size(), {});
    ForEachTap(window, image, row, column, [&](int tap_row, int tap_column, int y, int x) {
      const float* pixel = args.inputs[0].data<float>() + PixelOffset(image, batch, y, x);
      for (Largest& best : largest) {
        if (*pixel > best.value) best = {*pixel, int64_t{tap_row} * window.filter_hw[1] + tap_column};
        ++pixel;
      }
    });
    for (const Largest& best : largest) {
      *values++ = range.Clamp(best.value);
      *taps++ = static_cast<float>(best.tap) + 0.1F;
    }
  });
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(max_pooling_with_argmax_2d, &MaxPoolingWithArgmax)
