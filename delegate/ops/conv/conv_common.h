// Windows, packed weights and constraints that the convolutions and FULLY_CONNECTED share.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/packed_constant.h"
#include "delegate/ops/conv/pack.h"
#include "delegate/ops/conv/tile_plan.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Input positions of CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED.
inline constexpr int kConvInput = 0;
inline constexpr int kConvFilter = 1;
inline constexpr int kConvBias = 2;

// A window over height and width. Padding counts that of a PAD that was fused in as well, and is negative
// where the first window begins within the input.
struct ConvWindow {
  int filter_h = 1;
  int filter_w = 1;
  int stride_h = 1;
  int stride_w = 1;
  int dilation_h = 1;
  int dilation_w = 1;
  int pad_top = 0;
  int pad_left = 0;

  // Returns the last pixel that the last window reaches, had it no padding.
  static int64_t LastTap(int output, int stride, int filter, int dilation) {
    return (int64_t{output} - 1) * stride + (int64_t{filter} - 1) * dilation;
  }
  // True when no tap of any output column lies left or right of the input.
  bool ColumnsStayInside(int input_w, int output_w) const {
    return pad_left == 0 && LastTap(output_w, stride_w, filter_w, dilation_w) < input_w;
  }
  // True when no tap of any output row lies above or below the input.
  bool RowsStayInside(int input_h, int output_h) const {
    return pad_top == 0 && LastTap(output_h, stride_h, filter_h, dilation_h) < input_h;
  }
  // True when no tap lies outside of the input. Dims are NHWC.
  bool StaysInside(const ir::Shape& input, const ir::Shape& output) const {
    return ColumnsStayInside(input[2], output[2]) && RowsStayInside(input[1], output[1]);
  }
};

// Sets the window of a convolution's shader.
template <typename Spec>
void SetWindow(const ConvWindow& window, Spec& spec) {
  spec.kFilterH = static_cast<uint32_t>(window.filter_h);
  spec.kFilterW = static_cast<uint32_t>(window.filter_w);
  spec.kStrideH = static_cast<uint32_t>(window.stride_h);
  spec.kStrideW = static_cast<uint32_t>(window.stride_w);
  spec.kDilationH = static_cast<uint32_t>(window.dilation_h);
  spec.kDilationW = static_cast<uint32_t>(window.dilation_w);
}

// "3x3 stride 1x1 dilation 1x1 padding 1,1", height first.
std::string ToString(const ConvWindow& window);

// Returns the window of a node with TfLiteConvParams or TfLiteDepthwiseConvParams.
template <typename Params>
ConvWindow WindowOf(const Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<Params>();
  const ir::Shape& input = view.input(kConvInput).dims;  // after the PAD
  const ir::Shape& filter = view.input(kConvFilter).dims;
  const auto pad_before = [&](int axis, int stride, int dilation) {
    return ir::ComputeWindow(params.padding, input[axis], filter[axis], stride, dilation).pad_before;
  };
  const SpatialPadding zeros = lowering.fused().has_padding ? lowering.fused().padding : SpatialPadding{};
  return {
      .filter_h = filter[1],
      .filter_w = filter[2],
      .stride_h = params.stride_height,
      .stride_w = params.stride_width,
      .dilation_h = params.dilation_height_factor,
      .dilation_w = params.dilation_width_factor,
      .pad_top = zeros.top + pad_before(1, params.stride_height, params.dilation_height_factor),
      .pad_left = zeros.left + pad_before(2, params.stride_width, params.dilation_width_factor),
  };
}

// Adds `rows` rows of `channels` in RowPacking: a constant, or the result of a dispatch if a run
// computes the input.
gpu::TensorId AddPackedRows(Lowering& lowering, std::string_view name, int index, int rows, int channels);

// The packed filter and bias of a node. Known ones are constants, evaluated when the executable is built; a
// dispatch packs those that a run computes (device_pack.h).
struct ConvWeights {
  gpu::TensorId weights = gpu::kNoTensor;
  gpu::TensorId bias = gpu::kNoTensor;
};
// Adds the weights in FilterPacking and BiasPacking. `bias_input` may be absent.
ConvWeights AddConvWeights(Lowering& lowering, int filter_input, int bias_input, const FilterLayout& layout);
// Adds only the filter.
gpu::TensorId AddFilter(Lowering& lowering, int filter_input, const FilterLayout& layout);
// Adds the filter in GroupedFilterPacking, and the bias in RowPacking.
ConvWeights AddGroupedWeights(Lowering& lowering, const FilterLayout& layout);
// Adds the weights of a [taps][channels] filter in RowPacking.
ConvWeights AddDepthwiseWeights(Lowering& lowering, int taps, int channels);
// Returns the bindings of a convolution's shader.
template <typename Shader>
typename Shader::Bindings ConvBindings(Lowering& lowering, const ConvWeights& weights) {
  return {.source = lowering.Input(kConvInput),
          .weights = weights.weights,
          .bias = weights.bias,
          .result = lowering.Output()};
}
// Adds a bias of zeros for an operator that has none.
gpu::TensorId AddNoBias(Lowering& lowering, const FilterLayout& layout);

// True when every output pixel reads only the input pixel at its own position.
bool IsPointwise(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window);

// True if the dims of all operands that are present are known. For Constraint::is_decided.
template <int... kOperands>
bool DimsOfAllAreKnown(const NodeView& view) {
  return (... && (!view.has_input(kOperands) || !view.input(kOperands).dims.has_unknown()));
}

template <int kData, int kFilter>
bool ChannelsAndFilterAreKnown(const NodeView& view) {
  return !ir::IsUnknown(view.input(kData).dims.channels()) && !view.input(kFilter).dims.has_unknown();
}

// Constraints of all four operators. `kFilter` and `kBias` are input positions.
template <int kFilter>
bool FilterIsDense(const NodeView& view) {
  return view.input(kFilter).sparsity == nullptr;
}
// True if the node has no bias, or one value per output channel, the filter's dim `kAxis`.
template <int kFilter, int kBias, int kAxis>
bool BiasMatches(const NodeView& view) {
  if (!view.has_input(kBias)) return true;
  const ir::Shape& filter = view.input(kFilter).dims;
  return filter.rank() > kAxis && view.input(kBias).dims.NumElements() == filter[kAxis];
}
template <int kData, int kFilter>
bool RanksAreFour(const NodeView& view) {
  return view.input(kData).dims.rank() == 4 && view.input(kFilter).dims.rank() == 4 &&
         view.output().dims.rank() == 4;
}
template <typename Params>
bool StridesArePositive(const NodeView& view) {
  const auto& params = view.params<Params>();
  return params.stride_height > 0 && params.stride_width > 0;
}
template <typename Params>
bool DilationsArePositive(const NodeView& view) {
  const auto& params = view.params<Params>();
  return params.dilation_height_factor > 0 && params.dilation_width_factor > 0;
}
template <typename Params>
bool PaddingIsKnown(const NodeView& view) {
  const int padding = view.params<Params>().padding;
  return padding == abi::kTfLitePaddingSame || padding == abi::kTfLitePaddingValid;
}

}  // namespace litevk
