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
  Emitter& onnx = node.onnx();
  constexpr int kMostBits = 40;
  std::vector<double> powers;
  std::vector<double> rises;
  for (int bits = 1; bits < kMostBits; ++bits) {
    powers.push_back(std::ldexp(1.0, bits));
    rises.push_back(std::ldexp(1.0, bits - 1));
  }
  std::vector<int64_t> dims(node.input(0).dims.dims().size(), 1);
  dims[static_cast<size_t>(axis)] = kMostBits - 1;
  const Name reaches = onnx.Add("GreaterOrEqual", {value, onnx.Doubles(powers, dims)});
  const Name risen = onnx.Add("Where", {reaches, onnx.Doubles(rises, dims), onnx.Doubles({0}, {})});
  return onnx.Add("Add", {Reduced(node, "ReduceSum", risen, {axis}, true), onnx.Doubles({1}, {})});
}

// Returns the table's reciprocal at an index from 0 on. One entry in 128 is stored, and values between are
// interpolated linearly.
Name InverseAt(Emitter& onnx, const Name& position) {
  static const Softmax16Tables kTables;
  constexpr double kBetween = 128;
  const auto& entries = kTables.inverse.entries();
  const std::vector<double> begins(entries.begin(), entries.end() - 1);
  std::vector<double> slopes;
  slopes.reserve(begins.size());
  for (size_t i = 0; i < begins.size(); ++i) slopes.push_back(entries[i + 1] - begins[i]);
  const auto count = static_cast<int64_t>(begins.size());
  const Name step = onnx.Add("Floor", {onnx.Add("Mul", {position, onnx.Doubles({1 / kBetween}, {})})});
  const Name index = onnx.Cast(step, ir::DataType::kInt32);
  const Name rest = onnx.Add("Sub", {position, onnx.Add("Mul", {step, onnx.Doubles({kBetween}, {})})});
  const Name slope = onnx.Add("Gather", {onnx.Doubles(slopes, {count}), index});
  const Name line = onnx.Add("Mul", {slope, onnx.Add("Mul", {rest, onnx.Doubles({1 / kBetween}, {})})});
  return onnx.Add("Add", {onnx.Add("Gather", {onnx.Doubles(begins, {count}), index}), RoundedUp(onnx, line)});
}

}  // namespace

// The table has the reciprocals of 1 to 2.
Name QuotientsOfTable(NodeWriter& node, const Name& powers, int64_t axis) {
  Emitter& onnx = node.onnx();
  constexpr int kTableBits = 16;
  const auto times = [&](const Name& value, double multiplier) {
    return onnx.Add("Mul", {value, onnx.Doubles({multiplier}, {})});
  };
  const Name wide = onnx.Cast(powers, ir::DataType::kFloat64);
  const Name sums = Reduced(node, "ReduceSum", wide, {axis}, true);
  const Name unit = PowerNotAbove(node, sums, axis);
  const Name fraction = onnx.Add("Sub", {onnx.Add("Div", {sums, unit}), onnx.Doubles({1}, {})});
  const Name position = RoundedUp(onnx, times(fraction, 1 << kTableBits));
  const Name last = onnx.Doubles({(1 << kTableBits) - 1}, {});
  const Name inverse = InverseAt(onnx, onnx.Add("Min", {position, last}));
  const Name quotients = RoundedUp(onnx, onnx.Add("Div", {onnx.Add("Mul", {wide, inverse}), unit}));
  constexpr double kParts = 1 << 15;
  return onnx.Cast(times(quotients, 1 / kParts), ir::DataType::kFloat32);
}

// One table gives a row's powers, and another their contributions to its sum.
Name ProbabilitiesOfBytes(NodeWriter& node, int64_t axis, float beta) {
  Emitter& onnx = node.onnx();
  constexpr int kSteps = 256;
  const float scale = AffineChannels::OnlyOf(node.input(0)).scale;
  StepPowers powers(double{beta} * double{scale});
  std::vector<double> wholes;
  std::vector<double> parts;
  for (int step = 0; step < kSteps; ++step) {
    wholes.push_back(powers(step));
    parts.push_back(TimesPowerOfTwo(powers(step), -kExpSumBits));
  }
  const Name integers = node.quantized().ReadScaled(0, node.permutation(0), 1);
  const Name below = onnx.Add("Sub", {Reduced(node, "ReduceMax", integers, {axis}, true), integers});
  const Name positions = onnx.Cast(below, ir::DataType::kInt32);
  const auto look_up = [&](const std::vector<double>& table) {
    return onnx.Add("Gather", {onnx.Doubles(table, {kSteps}), positions});
  };
  const Name power = look_up(wholes);
  const Name sums = Reduced(node, "ReduceSum", look_up(parts), {axis}, true);
  const ir::IntegerRange range = ir::RangeOf(node.output(0).type);
  const auto steps = static_cast<double>(range.highest - range.lowest + 1);
  const Name multiplier = onnx.Doubles({std::ldexp(steps, -kExpSumBits)}, {});
  const Name whole = RoundedUp(onnx, onnx.Add("Mul", {onnx.Add("Div", {power, sums}), multiplier}));
  const Name probabilities = onnx.Add("Mul", {whole, onnx.Doubles({1 / steps}, {})});
  return onnx.Cast(probabilities, ir::DataType::kFloat32);
}

}  // namespace litevk::to_onnx
