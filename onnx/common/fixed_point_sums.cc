#include "onnx/common/fixed_point_sums.h"

#include <algorithm>
#include <cmath>

#include "onnx/common/activation.h"
#include "onnx/common/broadcast.h"
#include "onnx/common/reduce.h"

namespace litevk::to_onnx {
namespace {

bool IsByte(const ir::Tensor& tensor) { return ir::ByteSize(ir::UnpackedType(tensor.type)) == 1; }

bool IsNumbers(const ir::Tensor& tensor) {
  return IsQuantized(tensor) && kNumbers.contains(ir::UnpackedType(tensor.type));
}

// Returns the dims of a constant with `channels` elements along dim 1, or of a scalar for one channel.
std::vector<int64_t> ChannelDims(const NodeFacts& node, size_t channels, const Order& order) {
  if (channels == 1) return {};
  std::vector<int64_t> dims(order.empty() ? node.output(0).dims.dims().size() : order.size(), 1);
  dims[1] = static_cast<int64_t>(channels);
  return dims;
}

// Returns a constant with one double for each factor.
template <typename Fn>
Name ByFactor(Emitter& onnx, const std::vector<FixedPoint>& factors, const std::vector<int64_t>& dims,
              const Fn& value) {
  std::vector<double> values;
  values.reserve(factors.size());
  for (const FixedPoint& factor : factors) values.push_back(value(factor));
  return onnx.Doubles(values, dims);
}

Name RescaledOnce(Emitter& onnx, const Name& numbers, const std::vector<FixedPoint>& factors,
                  const std::vector<int64_t>& dims) {
  const Name multipliers = ByFactor(onnx, factors, dims, [](const FixedPoint& factor) {
    const WideFactor wide = Widen(factor);
    return std::ldexp(wide.multiplier, -wide.right);
  });
  return RoundedUp(onnx, onnx.Add("Mul", {numbers, multipliers}));
}

}  // namespace

bool HasNumbers(const NodeFacts& node, const std::vector<size_t>& inputs) {
  if (!node.is_scaled(0) || !IsNumbers(node.output(0))) return false;
  return std::ranges::all_of(inputs, [&](size_t input) { return IsNumbers(node.input(input)); });
}

bool FollowsRoundings(const NodeFacts& node, const std::vector<size_t>& inputs, bool may_wrap) {
  if (!HasNumbers(node, inputs)) return false;
  return node.settings().follows_roundings || may_wrap || HasScaleOfZero(node.output(0));
}

double LargestNumber(const ir::Tensor& tensor) {
  if (IsByte(tensor)) return 255;
  const std::vector<int>& zero_points = tensor.quantization.zero_points;
  return 32768 + (zero_points.size() == 1 ? std::abs(zero_points[0]) : 0);
}

bool MayWrap(double largest, double factor, bool is_shifted) {
  if (!std::isfinite(factor)) return false;  // TFLite uses 0 for such a factor
  int exponent = 0;
  std::frexp(factor, &exponent);
  return largest * (is_shifted ? std::ldexp(1.0, std::max(exponent, 0)) : factor) >= kBeyondInt32 - 1;
}

Name RoundedUp(Emitter& onnx, const Name& value) {
  return onnx.Add("Floor", {onnx.Add("Add", {value, onnx.Doubles({0.5}, {})})});
}

Name ReadWhole(NodeWriter& node, size_t index, const Order& order) {
  return node.onnx().Cast(node.quantized().ReadScaled(index, order, 1), ir::DataType::kFloat64);
}

Name ReadShifted(NodeWriter& node, size_t index, const Order& order, int bits) {
  const Name numbers = ReadWhole(node, index, order);
  return bits == 0 ? numbers : Shifted(node.onnx(), numbers, bits);
}

Name WholeSums(NodeWriter& node, size_t data, const Order& order,
               const std::function<Name(const Name&)>& multiply) {
  Emitter& onnx = node.onnx();
  const auto sums_of = [&](const Name& numbers) {
    return onnx.Cast(multiply(numbers), ir::DataType::kFloat64);
  };
  const Name numbers = node.quantized().ReadScaled(data, order, 1);
  if (IsByte(node.input(data))) return sums_of(numbers);
  constexpr float kHalf = 256;
  const Name parts = onnx.Add("Mul", {numbers, onnx.Float(1 / kHalf)});
  const Name upper = onnx.Add("Floor", {onnx.Add("Add", {parts, onnx.Float(0.5F)})});
  const Name lower = onnx.Add("Sub", {numbers, onnx.Add("Mul", {upper, onnx.Float(kHalf)})});
  const Name raised = onnx.Add("Mul", {sums_of(upper), onnx.Doubles({kHalf}, {})});
  return onnx.Add("Add", {raised, sums_of(lower)});
}

static Name Raised(Emitter& onnx, const Name& numbers, const std::vector<FixedPoint>& factors,
                   const std::vector<int64_t>& dims) {
  const Name powers =
      ByFactor(onnx, factors, dims, [](const FixedPoint& factor) { return std::ldexp(1.0, factor.left); });
  return WrappedAround(onnx, onnx.Add("Mul", {numbers, powers}));
}

// The first rounding takes ties upwards, the second away from zero.
Name RescaledTwice(Emitter& onnx, const Name& numbers, const std::vector<FixedPoint>& factors,
                   const std::vector<int64_t>& dims, double largest) {
  const bool may_wrap = std::ranges::any_of(factors, [&](const FixedPoint& factor) {
    return factor.left > 0 && std::ldexp(largest, factor.left) >= kBeyondInt32;
  });
  if (may_wrap) {
    std::vector<FixedPoint> behind = factors;
    for (FixedPoint& factor : behind) factor.left = 0;
    return RescaledTwice(onnx, Raised(onnx, numbers, factors, dims), behind, dims, largest);
  }
  const Name multipliers = ByFactor(onnx, factors, dims, [](const FixedPoint& factor) {
    return std::ldexp(factor.multiplier, factor.left - kMultiplierBits);
  });
  const Name shifts = ByFactor(
      onnx, factors, dims, [](const FixedPoint& factor) { return std::ldexp(kJustAboveOne, -factor.right); });
  const Name once = RoundedUp(onnx, onnx.Add("Mul", {numbers, multipliers}));
  return onnx.Add("Round", {onnx.Add("Mul", {once, shifts})});
}

Name Rescaled(NodeWriter& node, const Name& numbers, const Rescaling& rescaling, const Order& order) {
  const std::vector<int64_t> dims = ChannelDims(node, rescaling.factors.size(), order);
  if (!rescaling.is_wide)
    return RescaledTwice(node.onnx(), numbers, rescaling.factors, dims, rescaling.largest_sum);
  const Name steps = RescaledOnce(node.onnx(), numbers, rescaling.factors, dims);
  const bool may_leave = std::ranges::any_of(rescaling.factors, [&](const FixedPoint& factor) {
    const double real = std::ldexp(factor.multiplier, factor.left - factor.right - kMultiplierBits);
    return real > 0 && MayWrap(rescaling.largest_sum, real, false);
  });
  return may_leave ? WrappedAround(node.onnx(), steps) : steps;
}

Name Shifted(Emitter& onnx, const Name& numbers, int bits) {
  return onnx.Add("Round",
                  {onnx.Add("Mul", {numbers, onnx.Doubles({std::ldexp(kJustAboveOne, -bits)}, {})})});
}

// Does not cast to int64 and int32, since onnxruntime merges these casts to one that saturates.
Name WrappedAround(Emitter& onnx, const Name& numbers) {
  const Name raised = onnx.Add("Add", {numbers, onnx.Doubles({kBeyondInt32}, {})});
  const Name rounds =
      onnx.Add("Floor", {onnx.Add("Mul", {raised, onnx.Doubles({1 / (2 * kBeyondInt32)}, {})})});
  return onnx.Add("Sub", {numbers, onnx.Add("Mul", {rounds, onnx.Doubles({2 * kBeyondInt32}, {})})});
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

Name NumbersOfSteps(NodeWriter& node, const Name& steps) {
  return node.quantized().RoundedIn(0, node.onnx().Cast(steps, ir::DataType::kFloat32),
                                    {{1}, node.output(0).quantization.zero_points, 0, 0});
}

Status WriteSteps(NodeWriter& node, const Name& steps, int activation, const Order& order) {
  return WriteActivatedNumbers(node, NumbersOfSteps(node, steps), activation, order);
}

Status WriteRescaled(NodeWriter& node, const Name& sums, const Rescaling& rescaling, int activation,
                     const Order& order) {
  return WriteSteps(node, Rescaled(node, sums, rescaling, order), activation, order);
}

Name StepsRoundedOnce(Emitter& onnx, const Name& sums, std::vector<double> factors, size_t rank) {
  for (double& factor : factors) factor *= kJustAboveOne;
  std::vector<int64_t> dims(factors.size() > 1 ? rank : 0, 1);
  if (factors.size() > 1) dims[1] = static_cast<int64_t>(factors.size());
  return onnx.Add("Round", {onnx.Add("Mul", {sums, onnx.Doubles(factors, dims)})});
}

bool SumsMayWrap(const NodeFacts& node, int64_t count) {
  if (!HasNumbers(node, {0})) return false;
  const double from = node.input(0).quantization.scales.front();
  const double factor = from / node.output(0).quantization.scales.front();
  return MayWrap(static_cast<double>(count) * LargestNumber(node.input(0)), factor, true);
}

Status WriteRescaledSums(NodeWriter& node, const std::vector<int64_t>& axes, bool keeps_dims,
                         const FixedPoint& factor) {
  const Name numbers = ReadWhole(node, 0, node.order(0));
  const Name sums = Reduced(node, "ReduceSum", numbers, axes, keeps_dims);
  return WriteRescaled(node, sums, {{factor}}, abi::kTfLiteActNone, ReducedOrder(node, axes, keeps_dims));
}

BinaryScales ScalesOfBinary(const NodeFacts& node) {
  const auto scale = [](const ir::Tensor& tensor) { return tensor.quantization.scales.front(); };
  return {scale(node.input(0)), scale(node.input(1)), scale(node.output(0))};
}

Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation) {
  Emitter& onnx = node.onnx();
  const BinaryScales scales = ScalesOfBinary(node);
  const BinaryFactors factors = is_square ? SquareFactors(scales) : SumFactors(scales, node.output(0).type);
  const auto read = [&](size_t index, const FixedPoint& factor) {
    const Name raised =
        node.quantized().ReadScaled(index, BroadcastOrder(node, index), std::ldexp(1.0F, factors.bits));
    return Rescaled(node, onnx.Cast(raised, ir::DataType::kFloat64), {{factor}}, {});
  };
  const Name left = read(0, factors.left);
  Name value = onnx.Add(op, {left, read(1, factors.right)});
  if (is_square) value = onnx.Add("Mul", {value, value});
  return WriteRescaled(node, value, {{factors.output}}, activation, node.output_order(0));
}

}  // namespace litevk::to_onnx
