#include "delegate/ops/conv/conv_common.h"

#include <algorithm>
#include <utility>

#include "delegate/ops/conv/device_pack.h"

namespace litevk {
namespace {

// True if a run computes the input, so that the device packs it. False if the input is absent.
bool IsOfRun(const Lowering& lowering, int index) {
  const NodeView& view = lowering.view();
  return view.has_input(index) && view.input(index).is_of_run();
}

std::vector<ir::WalkDim<1>> WalkGroups(const FilterLayout& layout, int64_t elements) {
  return {{.size = layout.groups, .strides = {elements}}};
}

gpu::TensorId AddBias(Lowering& lowering, int index, const FilterLayout& layout) {
  if (IsOfRun(lowering, index)) {
    return EmitPacked(lowering, "bias",
                      {.tensor = lowering.Input(index),
                       .columns = layout.outputs,
                       .walk = WalkGroups(layout, layout.outputs)},
                      {.lanes = layout.lanes, .panels = layout.Panels()});
  }
  return AddPackedFloats(lowering, {"bias", index, BiasPacking(layout), "bias, " + layout.ToString()});
}

gpu::TensorId AddGroupedFilter(Lowering& lowering, const FilterLayout& layout) {
  if (IsOfRun(lowering, kConvFilter)) {
    const int64_t rows = int64_t{layout.taps} * layout.inputs;
    const int64_t columns = int64_t{layout.groups} * layout.outputs;
    return EmitPacked(
        lowering, "filter",
        {.tensor = lowering.Input(kConvFilter), .rows = rows, .columns = columns, .is_transposed = true},
        {.lanes = GroupsFor(columns, 4), .rows = rows});
  }
  return AddPackedFloats(lowering, {"filter", kConvFilter, GroupedFilterPacking(layout), "as one group"});
}

}  // namespace

gpu::TensorId AddPackedRows(Lowering& lowering, std::string_view name, int index, int rows, int channels) {
  if (IsOfRun(lowering, index)) {
    return EmitPacked(lowering, name, {.tensor = lowering.Input(index), .rows = rows, .columns = channels},
                      {.lanes = GroupsFor(channels, 4), .rows = rows});
  }
  return AddPackedFloats(lowering, {name, index, RowPacking(rows, channels), "rows of channels"});
}

gpu::TensorId AddFilter(Lowering& lowering, int filter_input, const FilterLayout& layout) {
  if (IsOfRun(lowering, filter_input)) {
    const int64_t rows = int64_t{layout.taps} * layout.inputs;
    return EmitPacked(lowering, "filter",
                      {.tensor = lowering.Input(filter_input),
                       .rows = rows,
                       .columns = layout.outputs,
                       .is_transposed = !layout.outputs_last,
                       .walk = WalkGroups(layout, rows * layout.outputs)},
                      {.lanes = layout.lanes, .panels = layout.Panels(), .rows = rows});
  }
  return AddPackedFloats(lowering,
                         {"filter", filter_input, FilterPacking(layout), "filter, " + layout.ToString()});
}

ConvWeights AddConvWeights(Lowering& lowering, int filter_input, int bias_input, const FilterLayout& layout) {
  return {.weights = AddFilter(lowering, filter_input, layout),
          .bias = AddBias(lowering, bias_input, layout)};
}

ConvWeights AddGroupedWeights(Lowering& lowering, const FilterLayout& layout) {
  return {.weights = AddGroupedFilter(lowering, layout),
          .bias = AddPackedRows(lowering, "bias", kConvBias, 1, layout.groups * layout.outputs)};
}

ConvWeights AddDepthwiseWeights(Lowering& lowering, int taps, int channels) {
  return {.weights = AddPackedRows(lowering, "filter", kConvFilter, taps, channels),
          .bias = AddPackedRows(lowering, "bias", kConvBias, 1, channels)};
}

gpu::TensorId AddNoBias(Lowering& lowering, const FilterLayout& layout) {
  const uint64_t floats = layout.BiasFloats() / static_cast<uint64_t>(layout.groups);
  return lowering.AddConstant(
      "no bias", floats, gpu::Storage::kFloat32,
      [](std::span<std::byte> out) -> Status {
        std::ranges::fill(out, std::byte{0});
        return {};
      },
      "no bias");
}

std::string ToString(const ConvWindow& window) {
  const auto pair = [](int first, const char* between, int second) {
    return std::to_string(first) + between + std::to_string(second);
  };
  return pair(window.filter_h, "x", window.filter_w) + " stride " +
         pair(window.stride_h, "x", window.stride_w) + " dilation " +
         pair(window.dilation_h, "x", window.dilation_w) + " padding " +
         pair(window.pad_top, ",", window.pad_left);
}

bool IsPointwise(const ir::Shape& input, const ir::Shape& output, const ConvWindow& window) {
  return window.filter_h == 1 && window.filter_w == 1 && window.stride_h == 1 && window.stride_w == 1 &&
         window.pad_top == 0 && window.pad_left == 0 && input[1] == output[1] && input[2] == output[2];
}

}  // namespace litevk
