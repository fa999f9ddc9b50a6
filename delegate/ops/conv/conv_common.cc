#include "delegate/ops/conv/conv_common.h"

#include <algorithm>
#include <array>
#include <utility>

#include "delegate/ops/conv/grouped_conv.h"

namespace litevk {
namespace {

std::span<float> Floats(std::span<std::byte> bytes) {
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}

}  // namespace

gpu::TensorId AddPacked(Lowering& lowering, std::string_view name, int index, uint64_t bytes, Packer pack,
                        std::string_view packing) {
  const NodeView& view = lowering.view();
  const ir::TensorId id = view.has_input(index) ? view.input_id(index) : ir::kAbsent;
  return lowering.AddConstant(
      name, bytes,
      [graph = &view.graph(), id, pack = std::move(pack)](std::span<std::byte> out) -> Status {
        if (id == ir::kAbsent) {
          pack({}, Floats(out));
          return {};
        }
        LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(*graph, id));
        pack(value.floats(), Floats(out));
        return {};
      },
      lowering.KeyOf(index, std::string(name) + " " + std::string(packing)));
}

gpu::TensorId AddPackedRows(Lowering& lowering, std::string_view name, int index, int rows, int channels) {
  const auto pack = [channels](std::span<const float> value, std::span<float> packed) {
    PackRows(value, channels, packed);
  };
  const uint64_t row_bytes = uint64_t{GroupsFor(channels, 4)} * 4 * sizeof(float);
  return AddPacked(lowering, name, index, static_cast<uint64_t>(rows) * row_bytes, pack,
                   "rows of " + std::to_string(channels));
}

ConvConstants AddConvConstants(Lowering& lowering, int filter_input, int bias_input,
                               const FilterLayout& layout) {
  const auto pack_filter = [layout](std::span<const float> value, std::span<float> packed) {
    PackFilter(value, layout, packed);
  };
  const auto pack_bias = [layout](std::span<const float> value, std::span<float> packed) {
    PackBias(value, layout, packed);
  };
  const std::string packing = layout.ToString();
  return {.weights = AddPacked(lowering, "filter", filter_input, layout.FilterBytes(), pack_filter, packing),
          .bias = AddPacked(lowering, "bias", bias_input, layout.BiasBytes(), pack_bias, packing)};
}

ConvConstants AddDepthwiseConstants(Lowering& lowering, int taps, int channels) {
  return {.weights = AddPackedRows(lowering, "filter", kConvFilter, taps, channels),
          .bias = AddPackedRows(lowering, "bias", kConvBias, 1, channels)};
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
         input[1] == output[1] && input[2] == output[2];
}

bool FilterFits(FilterLayout layout, const gpu::DeviceLimits& limits) {
  if (layout.groups > 1 && TakesGrouped(layout, limits)) return GroupedFits(layout, limits);
  return std::ranges::all_of(std::array{LanesFor(layout.Blocks()), kProductLanes, kSharers},
                             [&](uint32_t lanes) {
                               layout.lanes = lanes;
                               return layout.FilterBytes() <= limits.max_storage_buffer_range_bytes &&
                                      layout.AllPanels() <= limits.max_workgroup_count[0];
                             });
}

}  // namespace litevk
