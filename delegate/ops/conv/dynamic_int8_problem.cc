#include "delegate/ops/conv/dynamic_int8_problem.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

namespace litevk {
namespace {

constexpr size_t kVectors = 3;  // vectors of a block

bool HasEqualScales(const ir::Tensor& filter) {
  const std::vector<float>& scales = filter.quantization.scales;
  return std::ranges::all_of(scales, [&](float scale) { return scale == scales[0]; });
}

Status WriteChannels(const ir::Graph& graph, ir::TensorId filter, ir::TensorId bias_id,
                     const QuantizedLayout& layout, std::span<uint32_t> out) {
  // Weights are int8, also in a tensor of uint8.
  LITEVK_ASSIGN_OR_RETURN(const KnownValue weights, FilterOf(graph, filter));
  const std::vector<int64_t> sums = SumsOfWeights(weights.As<int8_t>(), /*zero_point=*/0, layout);
  KnownValue bias{std::span<const std::byte>()};
  if (bias_id != ir::kAbsent) {
    LITEVK_ASSIGN_OR_RETURN(bias, EvaluateKnown(graph, bias_id));
  }
  const auto biases = bias.As<float>();
  const std::vector<float>& scales = graph.tensor(filter).quantization.scales;
  const auto outputs = static_cast<size_t>(layout.outputs);
  std::ranges::fill(out, 0U);
  for (size_t channel = 0; channel < sums.size(); ++channel) {
    const size_t output = channel % outputs;
    const size_t block = channel / outputs * layout.Blocks() + output / 4;
    uint32_t* words = out.data() + block * kVectors * 4 + output % 4;
    words[0] = std::bit_cast<uint32_t>(scales[scales.size() == 1 ? 0 : channel]);
    words[4] = std::bit_cast<uint32_t>(biases.empty() ? 0.0F : biases[channel]);
    words[8] = static_cast<uint32_t>(sums[channel]);
  }
  return {};
}

}  // namespace

DynamicInt8Problem DynamicInt8ProblemOf(const Lowering& lowering, const QuantizedLayout& layout,
                                        const ConvWindow& window, int activation) {
  const NodeView& view = lowering.view();
  const bool is_depthwise = layout.depth_multiplier > 0;
  const bool has_many_scales = layout.groups > 1 || !HasEqualScales(view.input(kConvFilter));
  return {.input = lowering.InputDims(kConvInput),
          .output = view.output().dims,
          .window = window,
          .layout = layout,
          .steps = ActivationSteps(activation),
          .is_padded = lowering.fused().has_padding,
          .is_asymmetric = is_depthwise || has_many_scales,
          .channels_first = !is_depthwise && has_many_scales};
}

bool RoundsPaddedInBlocks(const NodeView& view, const SpatialPadding& padding) {
  constexpr int64_t kBlock = 8;
  const ir::Shape& padded = view.input(kConvInput).dims;
  if (padded.has_unknown() || padding.LeavesOut()) return false;
  const int64_t zeros = (int64_t{padding.bottom} * padded[2] + padding.right) * padded[3];
  return zeros >= ImageElements(padded) % kBlock;
}

uint64_t DynamicInt8ChannelWords(const QuantizedLayout& layout) {
  return uint64_t{layout.AllBlocks()} * kVectors * 4;
}

gpu::TensorId AddDynamicInt8Channels(Lowering& lowering, const ConvInputs& at,
                                     const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  const ir::TensorId bias = view.has_input(at.bias) ? view.input_id(at.bias) : ir::kAbsent;
  const std::string filter_key = lowering.KeyOf(at.filter, "scales and sums, " + layout.Key());
  const std::string bias_key = lowering.KeyOf(at.bias, "bias");
  return lowering.AddConstant(
      "scales, biases and sums of weights", DynamicInt8ChannelWords(layout), gpu::Storage::kBits32,
      [graph = &view.graph(), filter = view.input_id(at.filter), bias, layout](std::span<std::byte> out)
          -> Status { return WriteChannels(*graph, filter, bias, layout, ElementsOf<uint32_t>(out)); },
      filter_key.empty() || bias_key.empty() ? "" : filter_key + ", " + bias_key);
}

}  // namespace litevk
