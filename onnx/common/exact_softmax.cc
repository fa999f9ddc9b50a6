#include "onnx/common/exact_softmax.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/common/reduce.h"
#include "runtime/opset/common/softmax16.h"
#include "runtime/opset/common/softmax8.h"
#include "runtime/opset/quantized/affine_channels.h"

namespace litevk::to_onnx {
namespace {

// Returns 2^bits, the largest power of two that is not above an integer of 1 or more.
Name PowerNotAbove(NodeWriter& node, const Name& value, int64_t axis) {
  constexpr int kMostBits = 40;
  std::vector<double> powers;
  std::vector<double> rises;
  for (int bits = 1; bits < kMostBits; ++bits) {
    powers.push_back(std::ldexp(1.0, bits));
    rises.push_back(std::ldexp(1.0, bits - 1));
  }
  std::vector<int64_t> dims(node.input(0).dims.dims().size(), 1);
  dims[static_cast<size_t>(axis)] = kMostBits - 1;
  const Name reaches = node.Add("GreaterOrEqual", {value, node.Doubles(powers, dims)});
  const Name risen = node.Add("Where", {reaches, node.Doubles(rises, dims), node.Doubles({0}, {})});
  return node.Add("Add", {Reduced(node, "ReduceSum", risen, {axis}, true), node.Doubles({1}, {})});
}

// Returns the table's reciprocal at an index from 0 on. One entry in 128 is stored, and values between are
// interpolated linearly.
Name InverseAt(NodeWriter& node, const Name& place) {
  static const Softmax16Tables kTables;
  constexpr double kBetween = 128;
  const auto& entries = kTables.inverse.entries();
  const std::vector<double> begins(entries.begin(), entries.end() - 1);
  std::vector<double> slopes;
  slopes.reserve(begins.size());
  for (size_t i = 0; i < begins.size(); ++i) slopes.push_back(entries[i + 1] - begins[i]);
  const auto count = static_cast<int64_t>(begins.size());
  const Name step = node.Add("Floor", {node.Add("Mul", {place, node.Doubles({1 / kBetween}, {})})});
  const Name index = node.Cast(step, ir::DataType::kInt32);
  const Name rest = node.Add("Sub", {place, node.Add("Mul", {step, node.Doubles({kBetween}, {})})});
  const Name slope = node.Add("Gather", {node.Doubles(slopes, {count}), index});
  const Name line = node.Add("Mul", {slope, node.Add("Mul", {rest, node.Doubles({1 / kBetween}, {})})});
  return node.Add("Add", {node.Add("Gather", {node.Doubles(begins, {count}), index}), RoundedUp(node, line)});
}

}  // namespace

// The table has the reciprocals of 1 to 2.
Name QuotientsOfTable(NodeWriter& node, const Name& powers, int64_t axis) {
  constexpr int kTableBits = 16;
  const auto times = [&](const Name& value, double factor) {
    return node.Add("Mul", {value, node.Doubles({factor}, {})});
  };
  const Name wide = node.Cast(powers, ir::DataType::kFloat64);
  const Name sums = Reduced(node, "ReduceSum", wide, {axis}, true);
  const Name unit = PowerNotAbove(node, sums, axis);
  const Name fraction = node.Add("Sub", {node.Add("Div", {sums, unit}), node.Doubles({1}, {})});
  const Name place = RoundedUp(node, times(fraction, 1 << kTableBits));
  const Name last = node.Doubles({(1 << kTableBits) - 1}, {});
  const Name inverse = InverseAt(node, node.Add("Min", {place, last}));
  const Name quotients = RoundedUp(node, node.Add("Div", {node.Add("Mul", {wide, inverse}), unit}));
  constexpr double kParts = 1 << 15;
  return node.Cast(times(quotients, 1 / kParts), ir::DataType::kFloat32);
}

// One table gives a row's powers, and another their contributions to its sum.
Name ProbabilitiesOfBytes(NodeWriter& node, int64_t axis, float beta) {
  constexpr int kSteps = 256;
  const float scale = AffineChannels::OnlyOf(node.input(0)).scale;
  StepPowers powers(double{beta} * double{scale});
  std::vector<double> wholes;
  std::vector<double> parts;
  for (int step = 0; step < kSteps; ++step) {
    wholes.push_back(powers(step));
    parts.push_back(TimesPowerOfTwo(powers(step), -kExpSumBits));
  }
  const Name numbers = node.ReadScaled(0, node.order(0), 1);
  const Name below = node.Add("Sub", {Reduced(node, "ReduceMax", numbers, {axis}, true), numbers});
  const Name places = node.Cast(below, ir::DataType::kInt32);
  const auto look_up = [&](const std::vector<double>& table) {
    return node.Add("Gather", {node.Doubles(table, {kSteps}), places});
  };
  const Name power = look_up(wholes);
  const Name sums = Reduced(node, "ReduceSum", look_up(parts), {axis}, true);
  const ir::IntegerRange range = ir::RangeOf(node.output(0).type);
  const auto steps = static_cast<double>(range.highest - range.lowest + 1);
  const Name factor = node.Doubles({std::ldexp(steps, -kExpSumBits)}, {});
  const Name whole = RoundedUp(node, node.Add("Mul", {node.Add("Div", {power, sums}), factor}));
  const Name probabilities = node.Add("Mul", {whole, node.Doubles({1 / steps}, {})});
  return node.Cast(probabilities, ir::DataType::kFloat32);
}

}  // namespace litevk::to_onnx
