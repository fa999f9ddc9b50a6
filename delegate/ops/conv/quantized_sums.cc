#include "delegate/ops/conv/quantized_sums.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace litevk {
namespace {

// Returns the largest magnitude of the node's biases; 0 if there are none.
Result<int64_t> LargestBias(const NodeView& view) {
  int64_t largest = 0;
  if (!view.has_input(kConvBias)) return largest;
  LITEVK_ASSIGN_OR_RETURN(const KnownValue bias, EvaluateKnown(view.graph(), view.input_id(kConvBias)));
  for (const int32_t value : bias.As<int32_t>()) largest = std::max(largest, std::abs(int64_t{value}));
  return largest;
}

}  // namespace

Result<int64_t> LargestSum(const NodeView& view, int64_t products) {
  LITEVK_ASSIGN_OR_RETURN(const int64_t bias, LargestBias(view));
  // The input's zero point is taken out of each product.
  constexpr int64_t kLargestProduct = int64_t{1} << 15;
  return bias + products * kLargestProduct;
}

bool AreSmall(int64_t largest_sum, std::span<const FixedPoint> multipliers) {
  // 2^29 and the output's zero point, shifted to the left by a bit more, leave room for each other.
  constexpr int kMostRight = 20;
  return largest_sum < int64_t{1} << 29 && std::ranges::all_of(multipliers, [](const FixedPoint& multiplier) {
           return multiplier.left == 0 && multiplier.right >= 1 && multiplier.right <= kMostRight;
         });
}

SumScaling ScalingOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const NodeView& view = lowering.view();
  const Result<int64_t> sum = LargestSum(view, int64_t{problem.layout.taps} * problem.layout.inputs);
  const std::vector<FixedPoint> multipliers =
      MultipliersOf(view.input(kConvInput).quantization, view.input(kConvFilter).quantization,
                    view.output().quantization, view.output().dims[3]);
  const QuantizationConstants constants = QuantizationConstantsOf(lowering, problem);
  const bool is_above_zero = constants.least >= constants.output_zero_point;
  if (!sum.ok() || !AreSmall(*sum, multipliers)) return {};
  if (!is_above_zero) return {Rescaling::kSmall};
  std::vector<FoldedMultiplier> folded = FoldedMultipliersOf(
      multipliers, {constants.output_zero_point, {constants.least, constants.most}}, *sum);
  if (folded.empty()) return {Rescaling::kSmallAboveZero};
  return {Rescaling::kFolded, std::move(folded)};
}

}  // namespace litevk
