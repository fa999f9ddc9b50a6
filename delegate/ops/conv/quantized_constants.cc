#include "delegate/ops/conv/quantized_constants.h"

#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/common/packed_constant.h"
#include "delegate/ops/common/quantization_constants.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/weights_zero_point.h"

namespace litevk {
namespace {

std::vector<FixedPoint> MultipliersOfChannels(const NodeView& view, const ConvInputs& at, bool is_wide) {
  const auto of_narrow = view.output().type == ir::DataType::kUInt8 ? MultipliersOfFloats : MultipliersOf;
  const auto multipliers_of = is_wide ? WideMultipliersOf : of_narrow;
  return multipliers_of(view.input(at.image).quantization, view.input(at.filter).quantization,
                        view.output().quantization, view.output().dims[3]);
}

}  // namespace

Result<KnownValue> FilterOf(const ir::Graph& graph, ir::TensorId id) {
  LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph, id));
  const ir::Tensor& tensor = graph.tensor(id);
  if (ir::PackedBits(tensor.type) == 0) return value;
  return KnownValue(ir::UnpackElements(tensor.type, value.bytes(), tensor.dims.NumElements()));
}

Result<std::vector<int64_t>> SumsOfFilter(const ir::Graph& graph, ir::TensorId id,
                                          const QuantizedLayout& layout) {
  LITEVK_ASSIGN_OR_RETURN(const KnownValue filter, FilterOf(graph, id));
  const ir::Tensor& tensor = graph.tensor(id);
  if (tensor.type == ir::DataType::kUInt8) {
    return SumsOfWeights(filter.As<uint8_t>(), ZeroPointOfFilter(tensor), layout);
  }
  return SumsOfWeights(filter.As<int8_t>(), ZeroPointOfFilter(tensor), layout);
}

Result<std::vector<int64_t>> BiasesOf(const ir::Graph& graph, ir::TensorId id) {
  if (id == ir::kAbsent) return std::vector<int64_t>();
  LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, id));
  if (graph.tensor(id).type == ir::DataType::kInt64) {
    const auto wide = value.As<int64_t>();
    return std::vector<int64_t>(wide.begin(), wide.end());
  }
  const auto narrow = value.As<int32_t>();
  return std::vector<int64_t>(narrow.begin(), narrow.end());
}

std::string KeyOfChannels(const Lowering& lowering, const ConvInputs& at, const std::string& form) {
  if (lowering.KeyOf(at.filter, "").empty() || lowering.KeyOf(at.bias, "").empty()) return {};
  return "channels to " + std::to_string(lowering.view().output_id(0)) + " " + form;
}

gpu::TensorId AddQuantizedFilter(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout) {
  const ir::Tensor& filter = lowering.view().input(at.filter);
  const uint64_t bytes = (layout.Weights() * static_cast<uint64_t>(WeightBits(filter)) + 7) / 8;
  return AddPackedIntegers(
      lowering,
      {"filter in words", at.filter, QuantizedFilterPacking(layout, ZeroPointOfFilter(filter)),
       "in words, " + layout.Key()},
      bytes);
}

gpu::TensorId AddQuantizedChannels(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout,
                                   const SumForm& sums, std::vector<FoldedMultiplier> folded) {
  const NodeView& view = lowering.view();
  const ir::TensorId bias_id = view.has_input(at.bias) ? view.input_id(at.bias) : ir::kAbsent;
  const int zero_point = sums.has_zero_point ? ZeroPointOf(view.input(at.image)) : 0;
  const std::string key = KeyOfChannels(
      lowering, at, layout.Key() + " " + std::to_string(sums.begin) + (folded.empty() ? "" : " folded"));
  const auto write = [graph = &view.graph(), filter_id = view.input_id(at.filter), bias_id, layout,
                      zero_point, sums, folded = std::move(folded),
                      multipliers =
                          MultipliersOfChannels(view, at, sums.is_wide)](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> weights, SumsOfFilter(*graph, filter_id, layout));
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> biases, BiasesOf(*graph, bias_id));
    std::vector<int64_t> without = BiasesWithout(zero_point, weights, biases);
    for (int64_t& bias : without) bias -= sums.begin;
    if (folded.empty()) {
      PackChannels(without, multipliers, sums.is_wide, layout, ElementsOf<int32_t>(out));
    } else {
      PackFolded(without, folded, layout, ElementsOf<int32_t>(out));
    }
    return {};
  };
  return lowering.AddConstant("channels of a quantized convolution", layout.ChannelWords(),
                              gpu::Storage::kBits32, write, key);
}

}  // namespace litevk
