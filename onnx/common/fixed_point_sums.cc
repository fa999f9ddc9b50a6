#include "onnx/common/fixed_point_sums.h"

#include <algorithm>
#include <cmath>

#include "onnx/common/activation.h"
#include "onnx/common/broadcast.h"
#include "onnx/common/reduce.h"

namespace litevk::to_onnx {
namespace {

bool IsByte(const ir::Tensor& tensor) { return ir::ByteSize(ir::UnpackedType(tensor.type)) == 1; }

bool IsQuantizedValue(const ir::Tensor& tensor) {
  return IsQuantized(tensor) && kIntegers.contains(ir::UnpackedType(tensor.type));
}

// Returns the dims of a constant with `channels` elements along dim 1, or of a scalar for one channel.
std::vector<int64_t> ChannelDims(const NodeFacts& node, size_t channels, const Permutation& permutation) {
  if (channels == 1) return {};
  std::vector<int64_t> dims(permutation.empty() ? node.output(0).dims.dims().size() : permutation.size(), 1);
  dims[1] = static_cast<int64_t>(channels);
  return dims;
}

// Returns a constant with one double for each factor.
template <typename Fn>
Name ByMultiplier(Emitter& onnx, const std::vector<FixedPoint>& multipliers, const std::vector<int64_t>& dims,
                  const Fn& value) {
  std::vector<double> values;
  values.reserve(multipliers.size());
  for (const FixedPoint& multiplier : multipliers) values.push_back(value(multiplier));
  return onnx.Doubles(values, dims);
}

Name RescaledOnce(Emitter& onnx, const Name& integers, const std::vector<FixedPoint>& multipliers,
                  const std::vector<int64_t>& dims) {
  const Name multiplier_values = ByMultiplier(onnx, multipliers, dims, [](const FixedPoint& multiplier) {
    const WideMultiplier wide = Widen(multiplier);
    return std::ldexp(wide.multiplier, -wide.right);
  });
  return RoundedUp(onnx, onnx.Add("Mul", {integers, multiplier_values}));
}

}  // namespace

bool HasQuantized(const NodeFacts& node, const std::vector<size_t>& inputs) {
  if (!node.is_scaled(0) || !IsQuantizedValue(node.output(0))) return false;
  return std::ranges::all_of(inputs, [&](size_t input) { return IsQuantizedValue(node.input(input)); });
}

bool FollowsRoundings(const NodeFacts& node, const std::vector<size_t>& inputs, bool may_wrap) {
  if (!HasQuantized(node, inputs)) return false;
  return node.settings().follows_roundings || may_wrap || HasScaleOfZero(node.output(0));
}

double LargestInteger(const ir::Tensor& tensor) {
  if (IsByte(tensor)) return 255;
  const std::vector<int>& zero_points = tensor.quantization.zero_points;
  return 32768 + (zero_points.size() == 1 ? std::abs(zero_points[0]) : 0);
}

bool MayWrap(double largest, double multiplier, bool is_shifted) {
  if (!std::isfinite(multiplier)) return false;  // TFLite uses 0 for such a factor
  int exponent = 0;
  std::frexp(multiplier, &exponent);
  return largest * (is_shifted ? std::ldexp(1.0, std::max(exponent, 0)) : multiplier) >= kBeyondInt32 - 1;
}

Name RoundedUp(Emitter& onnx, const Name& value) {
  return onnx.Add("Floor", {onnx.Add("Add", {value, onnx.Doubles({0.5}, {})})});
}

Name ReadWhole(NodeWriter& node, size_t index, const Permutation& permutation) {
  return node.onnx().Cast(node.quantized().ReadScaled(index, permutation, 1), ir::DataType::kFloat64);
}

Name ReadShifted(NodeWriter& node, size_t index, const Permutation& permutation, int bits) {
  const Name integers = ReadWhole(node, index, permutation);
  return bits == 0 ? integers : Shifted(node.onnx(), integers, bits);
}

Name WholeSums(NodeWriter& node, size_t data, const Permutation& permutation,
               const std::function<Name(const Name&)>& multiply) {
  Emitter& onnx = node.onnx();
  const auto sums_of = [&](const Name& integers) {
    return onnx.Cast(multiply(integers), ir::DataType::kFloat64);
  };
  const Name integers = node.quantized().ReadScaled(data, permutation, 1);
  if (IsByte(node.input(data))) return sums_of(integers);
  constexpr float kHalf = 256;
  const Name parts = onnx.Add("Mul", {integers, onnx.Float(1 / kHalf)});
  const Name upper = onnx.Add("Floor", {onnx.Add("Add", {parts, onnx.Float(0.5F)})});
  const Name lower = onnx.Add("Sub", {integers, onnx.Add("Mul", {upper, onnx.Float(kHalf)})});
  const Name raised = onnx.Add("Mul", {sums_of(upper), onnx.Doubles({kHalf}, {})});
  return onnx.Add("Add", {raised, sums_of(lower)});
}

static Name Raised(Emitter& onnx, const Name& integers, const std::vector<FixedPoint>& multipliers,
                   const std::vector<int64_t>& dims) {
  const Name powers = ByMultiplier(
      onnx, multipliers, dims, [](const FixedPoint& multiplier) { return std::ldexp(1.0, multiplier.left); });
  return WrappedAround(onnx, onnx.Add("Mul", {integers, powers}));
}

// The first rounding takes ties upwards, the second away from zero.
Name RescaledTwice(Emitter& onnx, const Name& integers, const std::vector<FixedPoint>& multipliers,
                   const std::vector<int64_t>& dims, double largest) {
  const bool may_wrap = std::ranges::any_of(multipliers, [&](const FixedPoint& multiplier) {
    return multiplier.left > 0 && std::ldexp(largest, multiplier.left) >= kBeyondInt32;
  });
  if (may_wrap) {
    std::vector<FixedPoint> behind = multipliers;
    for (FixedPoint& multiplier : behind) multiplier.left = 0;
    return RescaledTwice(onnx, Raised(onnx, integers, multipliers, dims), behind, dims, largest);
  }
  const Name multiplier_values = ByMultiplier(onnx, multipliers, dims, [](const FixedPoint& multiplier) {
    return std::ldexp(multiplier.multiplier, multiplier.left - kMultiplierBits);
  });
  const Name shifts = ByMultiplier(onnx, multipliers, dims, [](const FixedPoint& multiplier) {
    return std::ldexp(kJustAboveOne, -multiplier.right);
  });
  const Name once = RoundedUp(onnx, onnx.Add("Mul", {integers, multiplier_values}));
  return onnx.Add("Round", {onnx.Add("Mul", {once, shifts})});
}

Name Rescaled(NodeWriter& node, const Name& integers, const Rescaling& rescaling,
              const Permutation& permutation) {
  const std::vector<int64_t> dims = ChannelDims(node, rescaling.multipliers.size(), permutation);
  if (!rescaling.is_wide)
    return RescaledTwice(node.onnx(), integers, rescaling.multipliers, dims, rescaling.largest_sum);
  const Name steps = RescaledOnce(node.onnx(), integers, rescaling.multipliers, dims);
  const bool may_leave = std::ranges::any_of(rescaling.multipliers, [&](const FixedPoint& multiplier) {
    const double real =
        std::ldexp(multiplier.multiplier, multiplier.left - multiplier.right - kMultiplierBits);
    return real > 0 && MayWrap(rescaling.largest_sum, real, false);
  });
  return may_leave ? WrappedAround(node.onnx(), steps) : steps;
}

Name Shifted(Emitter& onnx, const Name& integers, int bits) {
  return onnx.Add("Round",
                  {onnx.Add("Mul", {integers, onnx.Doubles({std::ldexp(kJustAboveOne, -bits)}, {})})});
}

// Does not cast to int64 and int32, since onnxruntime merges these casts to one that saturates.
Name WrappedAround(Emitter& onnx, const Name& integers) {
  const Name raised = onnx.Add("Add", {integers, onnx.Doubles({kBeyondInt32}, {})});
  const Name rounds =
      onnx.Add("Floor", {onnx.Add("Mul", {raised, onnx.Doubles({1 / (2 * kBeyondInt32)}, {})})});
  return onnx.Add("Sub", {integers, onnx.Add("Mul", {rounds, onnx.Doubles({2 * kBeyondInt32}, {})})});
}

Name InInt32(NodeWriter& node, const Name& steps) {
  Emitter& onnx = node.onnx();
  const Name lowest = onnx.Doubles({-kBeyondInt32}, {});
  const Name fits = onnx.Add("And", {onnx.Add("GreaterOrEqual", {steps, lowest}),
                                     onnx.Add("Less", {steps, onnx.Doubles({kBeyondInt32}, {})})});
  Name whole = onnx.Add("Where", {fits, steps, lowest});
  const auto zero_point = static_cast<double>(node.output(0).quantization.zero_points.front());
  if (zero_point == 0 || node.output(0).type == ir::DataType::kInt16) return whole;
  const Name zero = onnx.Doubles({zero_point}, {});
  return onnx.Add("Sub", {WrappedAround(onnx, onnx.Add("Add", {whole, zero})), zero});
}

Name IntegersOfSteps(NodeWriter& node, const Name& steps) {
  return node.quantized().RoundedIn(0, node.onnx().Cast(steps, ir::DataType::kFloat32),
                                    {{1}, node.output(0).quantization.zero_points, 0, 0});
}

Status WriteSteps(NodeWriter& node, const Name& steps, int activation, const Permutation& permutation) {
  return WriteActivatedQuantized(node, IntegersOfSteps(node, steps), activation, permutation);
}

Status WriteRescaled(NodeWriter& node, const Name& sums, const Rescaling& rescaling, int activation,
                     const Permutation& permutation) {
  return WriteSteps(node, Rescaled(node, sums, rescaling, permutation), activation, permutation);
}

Name StepsRoundedOnce(Emitter& onnx, const Name& sums, std::vector<double> multipliers, size_t rank) {
  for (double& multiplier : multipliers) multiplier *= kJustAboveOne;
  std::vector<int64_t> dims(multipliers.size() > 1 ? rank : 0, 1);
  if (multipliers.size() > 1) dims[1] = static_cast<int64_t>(multipliers.size());
  return onnx.Add("Round", {onnx.Add("Mul", {sums, onnx.Doubles(multipliers, dims)})});
}

bool SumsMayWrap(const NodeFacts& node, int64_t count) {
  if (!HasQuantized(node, {0})) return false;
  const double from = node.input(0).quantization.scales.front();
  const double multiplier = from / node.output(0).quantization.scales.front();
  return MayWrap(static_cast<double>(count) * LargestInteger(node.input(0)), multiplier, true);
}

Status WriteRescaledSums(NodeWriter& node, const std::vector<int64_t>& axes, bool keeps_dims,
                         const FixedPoint& multiplier) {
  const Name integers = ReadWhole(node, 0, node.permutation(0));
  const Name sums = Reduced(node, "ReduceSum", integers, axes, keeps_dims);
  return WriteRescaled(node, sums, {{multiplier}}, abi::kTfLiteActNone,
                       ReducedPermutation(node, axes, keeps_dims));
}

BinaryScales ScalesOfBinary(const NodeFacts& node) {
  const auto scale = [](const ir::Tensor& tensor) { return tensor.quantization.scales.front(); };
  return {scale(node.input(0)), scale(node.input(1)), scale(node.output(0))};
}

Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation) {
  Emitter& onnx = node.onnx();
  const BinaryScales scales = ScalesOfBinary(node);
  const BinaryMultipliers multipliers =
      is_square ? SquareMultipliers(scales) : SumMultipliers(scales, node.output(0).type);
  const auto read = [&](size_t index, const FixedPoint& multiplier) {
    const Name raised = node.quantized().ReadScaled(index, BroadcastPermutation(node, index),
                                                    std::ldexp(1.0F, multipliers.bits));
    return Rescaled(node, onnx.Cast(raised, ir::DataType::kFloat64), {{multiplier}}, {});
  };
  const Name left = read(0, multipliers.left);
  Name value = onnx.Add(op, {left, read(1, multipliers.right)});
  if (is_square) value = onnx.Add("Mul", {value, value});
  return WriteRescaled(node, value, {{multipliers.output}}, activation, node.output_permutation(0));
}

}  // namespace litevk::to_onnx
