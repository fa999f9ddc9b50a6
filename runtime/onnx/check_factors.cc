#include "runtime/onnx/check_factors.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "runtime/ir/packed_elements.h"
#include "runtime/onnx/scaled_operands.h"

namespace litevk::to_onnx {
namespace {

constexpr size_t kBias = 2;

// Returns the factor that TFLite's kernels multiply by.
double TakenFactor(const SumFactor& factor) {
  if (!factor.is_wide)
    return std::ldexp(factor.taken.multiplier, factor.taken.left - factor.taken.right - kMultiplierBits);
  const WideFactor wide = Widen(factor.taken);
  return std::ldexp(wide.multiplier, -wide.right);
}

double LargestBias(const ir::Tensor* bias) {
  if (bias == nullptr || !bias->is_known()) return 0;
  double largest = 0;
  for (const int64_t number : ir::StoredIndices(*bias))
    largest = std::max(largest, std::abs(static_cast<double>(number)));
  return largest;
}

bool HasSteps(const ir::Tensor* tensor) {
  return tensor != nullptr && IsQuantized(*tensor) && ir::ByteSize(ir::UnpackedType(tensor->type)) <= 2 &&
         tensor->quantization.block_size == 0;
}

double LargestSum(const ir::Tensor& data, const ir::Tensor& weights, const ir::Tensor& output) {
  const ir::Shape& dims = output.dims;
  const int channels = dims.rank() == 0 ? 1 : std::max(dims[dims.rank() - 1], 1);
  const auto products = static_cast<double>(weights.dims.NumElements() / channels);
  return products * LargestStep(data) * LargestStep(weights);
}

// Says whether the operator adds a bias to sums of products, which may be absent.
bool AddsABias(const OpRow& row, OperandTensors inputs, OperandTensors outputs) {
  const auto matched = MatchSignature(row.info.types, inputs, outputs);
  if (matched == row.info.types.end() || matched->inputs.size() <= kBias) return false;
  const Scaling scaling = matched->input(kBias).scaling;
  return scaling == Scaling::kOfProducts || scaling == Scaling::kLikeProducts;
}

std::vector<SumFactor> FactorsOfLayer(const ir::Tensor& data, const ir::Tensor& weights,
                                      const ir::Tensor* bias, const ir::Tensor& output) {
  const bool has_wide_bias = bias == nullptr || bias->type == ir::DataType::kInt64;
  const bool is_wide = data.type == ir::DataType::kInt16 && has_wide_bias;
  const int channels = static_cast<int>(weights.quantization.scales.size());
  const std::vector<double> stated =
      RealFactorsOf(data.quantization, weights.quantization, output.quantization, channels);
  const std::vector<FixedPoint> taken = (is_wide ? WideFactorsOf : FactorsOf)(
      data.quantization, weights.quantization, output.quantization, channels);
  std::vector<SumFactor> factors;
  for (size_t i = 0; i < taken.size(); ++i) factors.push_back({stated[i], taken[i], is_wide});
  return factors;
}

}  // namespace

double LargestStep(const ir::Tensor& tensor) {
  const auto type = ir::UnpackedType(tensor.type);
  if (ir::ByteSize(type) > 1) return 0x1p15;
  return tensor.is_known() && type == ir::DataType::kInt8 ? 0x1p7 : 0x1p8;
}

Status CheckFactor(const SumFactor& factor, double largest, bool follows_roundings) {
  const double taken = TakenFactor(factor);
  const bool is_another = factor.stated >= 1 && !(taken >= factor.stated / 2);
  const double on_the_way = factor.is_wide ? largest * taken : std::ldexp(largest, factor.taken.left);
  const bool wraps = factor.taken.left > 0 && on_the_way > 0x7FFFFFFF;
  if (!wraps && (follows_roundings || !is_another)) return {};
  return Unsupported(
      "a scale of its results is so small beside those of its inputs that TFLite's numbers leave 32 bits and "
      "wrap around");
}

Status CheckLayerFactors(const ir::Graph& graph, const ir::Node& node, const OpRow& row,
                         bool follows_roundings) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  if (outputs.size() != 1 || !AddsABias(row, inputs, outputs)) return {};
  const auto [data, weights] = FactorsOfBias(row, kBias);
  if (!HasSteps(inputs[data]) || !HasSteps(inputs[weights]) || !HasSteps(outputs[0])) return {};
  const ir::Tensor* bias = inputs.size() > kBias ? inputs[kBias] : nullptr;
  const double largest = LargestSum(*inputs[data], *inputs[weights], *outputs[0]) + LargestBias(bias);
  for (const SumFactor& factor : FactorsOfLayer(*inputs[data], *inputs[weights], bias, *outputs[0]))
    LITEVK_RETURN_IF_ERROR(CheckFactor(factor, largest, follows_roundings));
  return {};
}

}  // namespace litevk::to_onnx
