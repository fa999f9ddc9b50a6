// Puts each value back to the position in its window that an index gives, among zeros. If windows overlap,
// the last value wins. An index that is no tap of the window writes nothing.
#include "runtime/opset/ops/max_unpooling_2d.h"

#include <algorithm>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {
namespace {

Window2d WindowOf(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLitePoolParams>();
  const ir::Shape& windows = args.inputs[0].dims();
  return {.filter_hw = {params.filter_height, params.filter_width},
          .stride_hw = {params.stride_height, params.stride_width},
          .pad_hw = {UnpoolingPadBefore(windows[1], params.filter_height, params.stride_height),
                     UnpoolingPadBefore(windows[2], params.filter_width, params.stride_width)}};
}

bool IsInside(const ir::Shape& image, int64_t y, int64_t x) {
  return y >= 0 && y < image[1] && x >= 0 && x < image[2];
}

}  // namespace

static Status MaxUnpooling(const KernelArgs& args) {
  const Window2d window = WindowOf(args);
  const int64_t taps = int64_t{window.filter_hw[0]} * window.filter_hw[1];
  const ir::Shape& output = args.outputs[0].dims();
  float* result = args.outputs[0].data<float>();
  const float* value = args.inputs[0].data<float>();
  const float* index = args.inputs[1].data<float>();
  std::fill(result, result + output.NumElements(), 0.0F);
  ForEachPixel(args.inputs[0].dims(), [&](int batch, int row, int column) {
    for (int channel = 0; channel < output[3]; ++channel, ++value, ++index) {
      if (!(*index > -1.0F && *index < static_cast<float>(taps))) continue;
      const auto tap = static_cast<int64_t>(*index);
      const int64_t y = window.Axis(0).Input(row, static_cast<int>(tap / window.filter_hw[1]));
      const int64_t x = window.Axis(1).Input(column, static_cast<int>(tap % window.filter_hw[1]));
      if (!IsInside(output, y, x)) continue;
      result[PixelOffset(output, batch, static_cast<int>(y), static_cast<int>(x)) + channel] = *value;
    }
  });
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(max_unpooling_2d, &MaxUnpooling)
