#include "onnx/conv/layer_sums.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/ir/packed_elements.h"

namespace litevk::to_onnx {
namespace {

double LargestBias(const NodeFacts& node, size_t bias) {
  double largest = 0;
  if (!node.has(bias) || !node.input(bias).is_known()) return largest;
  for (const int64_t integer : ir::StoredIndices(node.input(bias)))
    largest = std::max(largest, std::abs(static_cast<double>(integer)));
  return largest;
}

bool SumsMayWrap(const NodeFacts& node, size_t data, size_t bias, bool is_shifted) {
  const ir::Quantization& weights = node.input(1).quantization;
  const double largest = LargestSum(node, data, bias);
  // Without a bias, only sums of tens of thousands of extreme products overflow 32 bits.
  const bool has_large_bias = !node.has_wide_sums(data) && LargestBias(node, bias) >= kBeyondInt32 / 2;
  const auto multipliers =
      DoubleMultipliersOf(node.input(data).quantization, weights, node.output(0).quantization,
                          static_cast<int>(weights.scales.size()));
  return (has_large_bias && largest >= kBeyondInt32) ||
         std::ranges::any_of(multipliers,
                             [&](double multiplier) { return MayWrap(largest, multiplier, is_shifted); });
}

}  // namespace

double LargestSum(const NodeFacts& node, size_t data, size_t bias) {
  const ir::Shape& output = node.output(0).dims;
  const double channels = output.rank() == 0 ? 1 : std::max(output[output.rank() - 1], 1);
  const double products = static_cast<double>(node.input(1).dims.NumElements()) / channels;
  return products * LargestInteger(node.input(data)) * LargestInteger(node.input(1)) +
         LargestBias(node, bias);
}

bool FollowsLayer(NodeWriter& node, size_t data, size_t bias, bool is_shifted) {
  if (!HasQuantized(node, {data, 1})) return false;
  const bool may_wrap = SumsMayWrap(node, data, bias, is_shifted);
  const bool is_known = node.input(1).is_known() && (!node.has(bias) || node.input(bias).is_known());
  if (is_known) return FollowsRoundings(node, {data, 1}, may_wrap);
  if (may_wrap) {
    node.Approximate(
        "its sums may leave 32 bits, where TFLite's wrap around; with weights or a bias of a run they are "
        "cut off");
  }
  return false;
}

Rescaling RescalingToFollow(NodeWriter& node, size_t data, size_t bias) {
  if (!FollowsLayer(node, data, bias, !node.has_wide_sums(data))) return {};
  const ir::Tensor& weights = node.input(1);
  const int channels = static_cast<int>(weights.quantization.scales.size());
  const bool is_unsigned = node.output(0).type == ir::DataType::kUInt8;
  const bool is_wide = node.has_wide_sums(data);
  const auto of_narrow = is_unsigned ? MultipliersOfFloats : MultipliersOf;
  return {(is_wide ? WideMultipliersOf : of_narrow)(node.input(data).quantization, weights.quantization,
                                                    node.output(0).quantization, channels),
          is_wide, LargestSum(node, data, bias)};
}

Name WithWideBias(NodeWriter& node, const Name& sums, size_t bias, size_t rank) {
  if (!node.has(bias)) return sums;
  std::vector<double> values;
  for (const int64_t integer : ir::StoredIndices(node.input(bias)))
    values.push_back(static_cast<double>(integer));
  std::vector<int64_t> dims(rank, 1);
  dims[1] = static_cast<int64_t>(values.size());
  return node.onnx().Add("Add", {sums, node.onnx().Doubles(values, dims)});
}

Name WithNarrowBias(NodeWriter& node, const Name& sums, size_t data, size_t bias, size_t rank) {
  const Name biased = WithWideBias(node, sums, bias, rank);
  return LargestSum(node, data, bias) < kBeyondInt32 ? biased : WrappedAround(node.onnx(), biased);
}

}  // namespace litevk::to_onnx
