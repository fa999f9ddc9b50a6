#include "delegate/ops/conv/quantized_problem.h"

#include <cassert>
#include <span>
#include <vector>

#include "delegate/ops/constraints.h"
#include "runtime/opset/fixed_point.h"

namespace litevk {
namespace {

// The values of a constant input, none of one that is absent.
Result<KnownValue> ValueOf(const ir::Graph& graph, ir::TensorId id) {
  if (id == ir::kAbsent) return KnownValue(std::span<const std::byte>());
  return EvaluateKnown(graph, id);
}

// Says what the channels' bytes are made of: the values of the filter and of the bias, and the quantization
// of all tensors. "" where the values belong to one plan.
std::string KeyOfChannels(const Lowering& lowering, const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  const std::string filter = lowering.KeyOf(kConvFilter, "channels");
  const std::string bias = lowering.KeyOf(kConvBias, "");
  if (filter.empty() || bias.empty()) return {};
  return filter + " of " + layout.Key() + ", bias " + bias + ", from " +
         std::to_string(view.input_id(kConvInput)) + " to " + std::to_string(view.output_id(0));
}

}  // namespace

gpu::TensorId AddQuantizedFilter(Lowering& lowering, const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  return lowering.AddConstant(
      "int8 filter", layout.WeightBytes(), gpu::Storage::kBits8,
      [graph = &view.graph(), id = view.input_id(kConvFilter), layout](std::span<std::byte> out) -> Status {
        LITEVK_ASSIGN_OR_RETURN(const KnownValue filter, EvaluateKnown(*graph, id));
        const auto pack = layout.multiplier > 0 ? PackDepthwiseFilter : PackQuantizedFilter;
        pack(filter.As<int8_t>(), layout, ElementsOf<int8_t>(out));
        return {};
      },
      lowering.KeyOf(kConvFilter, "in words, " + layout.Key()));
}

gpu::TensorId AddQuantizedChannels(Lowering& lowering, const QuantizedLayout& layout) {
  const NodeView& view = lowering.view();
  const ir::TensorId bias_id = view.has_input(kConvBias) ? view.input_id(kConvBias) : ir::kAbsent;
  const std::vector<FixedPoint> factors =
      FactorsOf(view.input(kConvInput).quantization, view.input(kConvFilter).quantization,
                view.output().quantization, view.output().dims[3]);
  const auto write =
      [graph = &view.graph(), filter_id = view.input_id(kConvFilter), bias_id, layout, factors,
       zero_point = view.input(kConvInput).quantization.zero_points[0]](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const KnownValue filter, EvaluateKnown(*graph, filter_id));
    LITEVK_ASSIGN_OR_RETURN(const KnownValue bias, ValueOf(*graph, bias_id));
    const std::vector<int32_t> biases =
        BiasesWithout(zero_point, filter.As<int8_t>(), bias.As<int32_t>(), layout);
    PackChannels(biases, factors, layout, ElementsOf<int32_t>(out));
    return {};
  };
  return lowering.AddConstant("int8 channels", layout.ChannelWords(), gpu::Storage::kBits32, write,
                              KeyOfChannels(lowering, layout));
}

QuantizedNumbers NumbersOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const auto range = QuantizedRangeOf(problem.activation, lowering.view().output());
  assert(range.ok());  // QuantizedBoundsAreKnown
  const int zero_point = lowering.view().input(kConvInput).quantization.zero_points[0];
  return {.zeros = static_cast<uint8_t>(zero_point) * 0x01010101U,
          .output_zero_point = lowering.view().output().quantization.zero_points[0],
          .least = range->min,
          .most = range->max};
}

}  // namespace litevk
