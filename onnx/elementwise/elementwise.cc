#include "onnx/elementwise/elementwise.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include "onnx/common/activation.h"
#include "onnx/common/fixed_point_sums.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/opset/quantized/power_of_two.h"
#include "runtime/opset/same_quantization.h"

namespace litevk::to_onnx {

Status Unary(NodeWriter& node, std::string_view op, const Attributes& attributes) {
  node.Write(0, node.onnx().Add(op, {node.Read(0)}, attributes), node.permutation(0));
  return {};
}

Status Binary(NodeWriter& node, std::string_view op) {
  const Name left = ReadBroadcast(node, 0);
  node.Write(0, node.onnx().Add(op, {left, ReadBroadcast(node, 1)}));
  return {};
}

// Returns the values that TFLite compares in place of each quantized value, the lowest first.
static std::vector<int32_t> ComparedValues(const ir::Tensor& tensor) {
  const auto channel = AffineChannels::OnlyOf(tensor);
  const BinaryMultipliers multipliers = ComparisonMultipliers({channel.scale, channel.scale, 0});
  const ir::IntegerRange range = ir::RangeOf(tensor.type);
  std::vector<int32_t> values;
  for (int64_t integer = range.lowest; integer <= range.highest; ++integer) {
    const auto steps = static_cast<int32_t>(integer - channel.zero_point);
    values.push_back(Rescale(steps * (1 << multipliers.bits), multipliers.left));
  }
  return values;
}

Name Compared(NodeWriter& node, std::string_view op) {
  const auto permutation = [&](size_t input) { return BroadcastPermutation(node, input); };
  if (node.reads_scale(0) && node.reads_scale(1)) {
    const std::vector<int32_t> left = ComparedValues(node.input(0));
    const bool is_strict = std::ranges::adjacent_find(left, std::greater_equal()) == left.end();
    if (!is_strict || !HasSameQuantization(node.input(0), node.input(1))) {
      const auto look_up = [&](size_t input, const std::vector<int32_t>& values) {
        return node.quantized().LookedUp(input, permutation(input), ir::DataType::kInt32,
                                         std::as_bytes(std::span(values)));
      };
      const Name first = look_up(0, left);
      return node.onnx().Add(op, {first, look_up(1, ComparedValues(node.input(1)))});
    }
  }
  const Name first = node.Read(0, permutation(0));
  return node.onnx().Add(op, {first, node.Read(1, permutation(1))});
}

Status Comparison(NodeWriter& node, std::string_view op) {
  node.Write(0, Compared(node, op));
  return {};
}

// Returns the power of two for which TFLite takes an int16 scale, if the scale is close enough to one.
static std::optional<float> PowerOf(const ir::Tensor& tensor) {
  const std::optional<int> exponent = ExponentOf(tensor.quantization.scales.front());
  return exponent ? std::optional(std::ldexp(1.0F, *exponent)) : std::nullopt;
}

// True if the sum may overflow when both operands are brought to twice the larger scale, with fractional
// bits.
static bool SumMayWrap(const NodeFacts& node) {
  if (!HasQuantized(node, {0, 1})) return false;
  const BinaryScales scales = ScalesOfBinary(node);
  const int bits = SumMultipliers(scales, node.output(0).type).bits;
  const double unit = std::ldexp(AlignScales(scales.left, scales.right).scale, -bits);
  const double largest = LargestInteger(node.input(0)) + LargestInteger(node.input(1));
  return MayWrap(std::ldexp(largest, bits - 1), unit / scales.output, true);
}

static Status AlignedOrPlain(NodeWriter& node, std::string_view op) {
  if (!FollowsRoundings(node, {0, 1}, SumMayWrap(node))) return Arithmetic(node, op);
  return WriteAligned(node, op, false, node.params<abi::TfLiteAddParams>().activation);
}

// Each operand is rounded to the output's scale separately.
static Status ShiftedOrAligned(NodeWriter& node, std::string_view op, int activation) {
  LITEVK_ASSIGN_OR_RETURN(const std::optional<OperandShifts> shifts, ShiftsOf(ScalesOfBinary(node)));
  if (!shifts) return WriteAligned(node, op, false, activation);
  const Name left = ReadShifted(node, 0, BroadcastPermutation(node, 0), shifts->left);
  const Name right = ReadShifted(node, 1, BroadcastPermutation(node, 1), shifts->right);
  return WriteSteps(node, node.onnx().Add(op, {left, right}), activation, node.output_permutation(0));
}

Status SumOrDifference(NodeWriter& node, std::string_view op) {
  const auto& params = node.params<abi::TfLiteAddParams>();
  const bool shifts =
      node.is_scaled(0) && node.output(0).type == ir::DataType::kInt16 && params.pot_scale_int16;
  if (!shifts) return AlignedOrPlain(node, op);
  if (FollowsRoundings(node, {0, 1})) return ShiftedOrAligned(node, op, params.activation);
  const std::optional<float> left = PowerOf(node.input(0));
  const std::optional<float> right = PowerOf(node.input(1));
  const std::optional<float> output = PowerOf(node.output(0));
  if (!left || !right || !output) return AlignedOrPlain(node, op);
  const Name value = node.quantized().ReadScaled(0, BroadcastPermutation(node, 0), *left);
  const Name result =
      node.onnx().Add(op, {value, node.quantized().ReadScaled(1, BroadcastPermutation(node, 1), *right)});
  const Name integers = node.quantized().RoundedIn(0, result, {{*output}, {0}, 0, 0});
  return WriteActivatedQuantized(node, integers, params.activation, node.output_permutation(0));
}

Status Arithmetic(NodeWriter& node, std::string_view op) {
  const Name left = ReadBroadcast(node, 0);
  const Name value = node.onnx().Add(op, {left, ReadBroadcast(node, 1)});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteActivated(node, value, activation, node.output_permutation(0));
}

}  // namespace litevk::to_onnx
