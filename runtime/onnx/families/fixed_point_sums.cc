#include "runtime/onnx/families/fixed_point_sums.h"

#include <algorithm>
#include <cmath>

#include "runtime/onnx/families/activation.h"
#include "runtime/onnx/families/elementwise.h"

namespace litevk::to_onnx {
namespace {

bool IsByte(const ir::Tensor& tensor) { return ir::ByteSize(ir::UnpackedType(tensor.type)) == 1; }

// One double for each factor, in a shape with channels in dim 1.
template <typename Fn>
Name ByChannel(NodeWriter& node, const std::vector<FixedPoint>& factors, const Order& order,
               const Fn& value) {
  std::vector<double> values;
  values.reserve(factors.size());
  for (const FixedPoint& factor : factors) values.push_back(value(factor));
  const size_t rank = order.empty() ? node.output(0).dims.dims().size() : order.size();
  std::vector<int64_t> dims(values.size() > 1 ? rank : 0, 1);
  if (values.size() > 1) dims[1] = static_cast<int64_t>(values.size());
  return node.Doubles(values, dims);
}

// What is a little larger is no half, which would be rounded to the even number.
constexpr double kJustAboveOne = 1 + 0x1p-40;

// Halves are rounded upwards first, and then away from zero.
Name Rescaled(NodeWriter& node, const Name& numbers, const std::vector<FixedPoint>& factors,
              const Order& order) {
  const Name multipliers = ByChannel(node, factors, order, [](const FixedPoint& factor) {
    return std::ldexp(factor.multiplier, factor.left - kMultiplierBits);
  });
  const Name shifts = ByChannel(node, factors, order, [](const FixedPoint& factor) {
    return std::ldexp(kJustAboveOne, -factor.right);
  });
  const Name products = node.Add("Mul", {numbers, multipliers});
  const Name once = node.Add("Floor", {node.Add("Add", {products, node.Doubles({0.5}, {})})});
  return node.Add("Round", {node.Add("Mul", {once, shifts})});
}

}  // namespace

bool FollowsRoundings(const NodeWriter& node, const std::vector<size_t>& inputs) {
  if (!node.settings().follows_roundings || !node.is_scaled(0) || !IsByte(node.output(0))) return false;
  return std::ranges::all_of(
      inputs, [&](size_t input) { return IsByte(node.input(input)) && IsQuantized(node.input(input)); });
}

std::vector<FixedPoint> FactorsToFollow(const NodeWriter& node, size_t data, size_t bias) {
  const ir::Tensor& weights = node.input(1);
  const bool is_known = weights.is_known() && (!node.has(bias) || node.input(bias).is_known());
  if (!is_known || !FollowsRoundings(node, {data, 1})) return {};
  const int channels = static_cast<int>(weights.quantization.scales.size());
  const bool is_unsigned = node.output(0).type == ir::DataType::kUInt8;
  return (is_unsigned ? FactorsOfFloats : FactorsOf)(node.input(data).quantization, weights.quantization,
                                                     node.output(0).quantization, channels);
}

Name WithWideBias(NodeWriter& node, const Name& sums, size_t bias, size_t rank) {
  Name wide = node.Cast(sums, ir::DataType::kFloat64);
  if (!node.has(bias)) return wide;
  std::vector<double> values;
  for (const int64_t number : ir::StoredIndices(node.input(bias)))
    values.push_back(static_cast<double>(number));
  std::vector<int64_t> dims(rank, 1);
  dims[1] = static_cast<int64_t>(values.size());
  return node.Add("Add", {wide, node.Doubles(values, dims)});
}

Status WriteRescaled(NodeWriter& node, const Name& sums, const std::vector<FixedPoint>& factors,
                     int activation, const Order& order) {
  const Name steps = node.Cast(Rescaled(node, sums, factors, order), ir::DataType::kFloat32);
  const Name numbers = node.RoundedIn(0, steps, {{1}, node.output(0).quantization.zero_points, 0, 0});
  return WriteActivatedNumbers(node, numbers, activation, order);
}

Name RoundedOnce(NodeWriter& node, const Name& sums, std::vector<double> factors, size_t rank) {
  for (double& factor : factors) factor *= kJustAboveOne;
  std::vector<int64_t> dims(factors.size() > 1 ? rank : 0, 1);
  if (factors.size() > 1) dims[1] = static_cast<int64_t>(factors.size());
  const Name steps = node.Add("Round", {node.Add("Mul", {sums, node.Doubles(factors, dims)})});
  return node.RoundedIn(0, node.Cast(steps, ir::DataType::kFloat32),
                        {{1}, node.output(0).quantization.zero_points, 0, 0});
}

BinaryScales ScalesOfBinary(const NodeWriter& node) {
  const auto scale = [](const ir::Tensor& tensor) { return tensor.quantization.scales.front(); };
  return {scale(node.input(0)), scale(node.input(1)), scale(node.output(0))};
}

Status WriteAligned(NodeWriter& node, std::string_view op, bool is_square, int activation) {
  const BinaryScales scales = ScalesOfBinary(node);
  const BinaryFactors factors = is_square ? SquareFactors(scales) : SumFactors(scales, node.output(0).type);
  const auto read = [&](size_t index, const FixedPoint& factor) {
    const Name raised = node.ReadScaled(index, BroadcastOrder(node, index), std::ldexp(1.0F, factors.bits));
    return Rescaled(node, node.Cast(raised, ir::DataType::kFloat64), {factor}, {});
  };
  const Name left = read(0, factors.left);
  Name value = node.Add(op, {left, read(1, factors.right)});
  if (is_square) value = node.Add("Mul", {value, value});
  return WriteRescaled(node, value, {factors.output}, activation, node.output_order(0));
}

}  // namespace litevk::to_onnx
