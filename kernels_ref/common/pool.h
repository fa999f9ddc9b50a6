// Shared parts of the pooling operators.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels_ref/support/activation.h"
#include "kernels_ref/support/window.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/kernel.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

// Refuses a fused activation whose bounds are not representable in the output's scale.
inline Status CheckPool(const PreparedNode& node) {
  const int activation = node.params.As<abi::TfLitePoolParams>().activation;
  const ir::Tensor& output = *node.outputs[0];
  if (output.type == ir::DataType::kFloat32) return {};
  const bool has_bounds = activation == abi::kTfLiteActRelu || activation == abi::kTfLiteActRelu6 ||
                          activation == abi::kTfLiteActReluN1To1;
  if (has_bounds && output.quantization.scales.empty()) {
    return Unsupported("a fused activation of " + std::string(ir::Name(output.type)) +
                       " needs a scale, which the output does not have");
  }
  return QuantizedRangeOf(activation, output).status();
}

// Returns the range to which the fused activation clamps. For integers, the bounds are quantized in the
// output's scale.
template <typename T>
Result<ActivationRange<T>> OutputRange(const KernelArgs& args) {
  const int activation = args.params.As<abi::TfLitePoolParams>().activation;
  if constexpr (std::is_floating_point_v<T>) {
    return RangeOf<T>(activation);
  } else {
    LITEVK_ASSIGN_OR_RETURN(const QuantizedRange range,
                            QuantizedRangeOf(activation, *args.outputs[0].tensor));
    return ActivationRange<T>{.min = static_cast<T>(range.min), .max = static_cast<T>(range.max)};
  }
}

// Returns the window over input 0.
inline Window2d PoolWindow(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLitePoolParams>();
  return PadWindow({.filter_hw = {params.filter_height, params.filter_width},
                    .stride_hw = {params.stride_height, params.stride_width}},
                   params.padding, args.inputs[0].dims());
}

// Starts each output channel at `initial` and folds the window's pixels into it with reduce(total, pixel).
// Ends with finish(total, number of pixels inside the image) and the fused activation.
template <typename T, typename Total, typename Reduce, typename Finish>
Status Pool2d(const KernelArgs& args, Total initial, Reduce reduce, Finish finish) {
  const ir::Shape& image = args.inputs[0].dims();
  const Window2d window = PoolWindow(args);
  LITEVK_ASSIGN_OR_RETURN(const ActivationRange<T> range, OutputRange<T>(args));
  std::vector<Total> totals(static_cast<size_t>(image[3]));
  T* output = args.outputs[0].data<T>();
  ForEachPixel(args.outputs[0].dims(), [&](int batch, int row, int column) {
    std::fill(totals.begin(), totals.end(), initial);
    int inside = 0;
    ForEachTap(window, image, row, column, [&](int, int, int y, int x) {
      ++inside;
      const T* pixel = args.inputs[0].data<T>() + PixelOffset(image, batch, y, x);
      for (Total& total : totals) total = reduce(total, *pixel++);
    });
    for (const Total total : totals) *output++ = range.Clamp(finish(total, inside));
  });
  return {};
}

}  // namespace litevk::ref
