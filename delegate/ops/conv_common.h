// What the convolutions and FULLY_CONNECTED share: prepacked constants, the split of the output into
// workgroups, and the dispatch of a two-dimensional convolution.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "delegate/abi/builtin_params.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/pack.h"

namespace litevk {

// Input positions of CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED.
inline constexpr int kConvInput = 0;
inline constexpr int kConvFilter = 1;
inline constexpr int kConvBias = 2;

// A window over height and width. Padding counts the zeros of a PAD that was fused in as well.
struct ConvWindow {
  int filter_h = 1;
  int filter_w = 1;
  int stride_h = 1;
  int stride_w = 1;
  int dilation_h = 1;
  int dilation_w = 1;
  int pad_top = 0;
  int pad_left = 0;

  // True when no tap of any output column lies left or right of the input.
  bool StaysInside(int input_w, int output_w) const {
    return pad_left == 0 && (output_w - 1) * stride_w + (filter_w - 1) * dilation_w < input_w;
  }
};

// The window of a node with TfLiteConvParams or TfLiteDepthwiseConvParams.
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

// The largest workgroup width of at most 64 lanes, a power of two, that idles at most one lane in eight
// on `blocks` channel blocks.
uint32_t LanesFor(uint32_t blocks);

// How an output of `rows` rows of `width` pixels is split: every invocation computes `tile` pixels of a
// row for one channel block, a workgroup `lanes` blocks (x) of `height` tiles (y).
struct TilePlan {
  uint32_t lanes = 1;
  uint32_t height = 1;
  uint32_t tile = 1;
  uint32_t tiles_w = 1;  // in a row
  uint32_t tiles = 1;    // in all
  std::array<uint32_t, 3> workgroups = {1, 1, 1};
};
// Takes the tile of `candidates` with the smallest estimated time, where `work` estimates one
// invocation's. `panels` workgroups lie along x.
TilePlan PlanTiles(uint32_t panels, uint32_t lanes, int64_t rows, int width,
                   std::span<const uint32_t> candidates, const std::function<int64_t(uint32_t tile)>& work,
                   const gpu::DeviceLimits& limits);
// The plan for shaders that include common/conv_tile.glsl.
TilePlan PlanConvTiles(const FilterLayout& layout, int64_t rows, int width, const gpu::DeviceLimits& limits);

// The prepacked filter and bias of a node.
struct ConvConstants {
  gpu::TensorId weights = gpu::kNoTensor;
  gpu::TensorId bias = gpu::kNoTensor;
};
// `bias_input` may be absent. The constants are evaluated when the executable is built.
ConvConstants AddConvConstants(Lowering& lowering, int filter_input, int bias_input,
                               const FilterLayout& layout);
// The same for [taps][channels] filters that PackRows packs.
ConvConstants AddDepthwiseConstants(Lowering& lowering, int taps, int channels);

// Emits a convolution of `input` (four dims, NHWC) to `output` with the node's constants and epilogue.
// Products with few rows go to fully_connected.comp, the others to conv_2d.comp.
void EmitConv2d(Lowering& lowering, ir::Shape input, ir::Shape output, const ConvWindow& window, int groups,
                int activation);

// True when the packed filter fits into one storage buffer binding, and its panels into one dispatch.
bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits);

// Constraints of all four operators. `kFilter` and `kBias` are input positions.
template <int kFilter>
bool FilterIsDense(const NodeView& view) {
  return view.input(kFilter).sparsity == nullptr;
}
// The bias, where there is one, has one value per output channel, the filter's dim `kAxis`.
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
