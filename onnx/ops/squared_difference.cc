#include <algorithm>
#include <cmath>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// True if the result shows TFLite's rounding of both operands to one scale before their difference. The error
// counts twice in the square.
static bool ShowsRounding(const NodeFacts& node) {
  if (!node.is_scaled(0) || !node.reads_scale(0) || !node.reads_scale(1)) return false;
  const auto scale = [](const ir::Tensor& tensor) { return double{tensor.quantization.scales.front()}; };
  constexpr double kParts = 128;
  constexpr double kSteps = 256;
  constexpr double kMostOff = 0.25;
  const double output = scale(node.output(0));
  const double unit = 2 * std::max(scale(node.input(0)), scale(node.input(1))) / kParts;
  return 2 * std::sqrt(kSteps * output) * unit > kMostOff * output;
}

static Status SquaredDifference(NodeWriter& node) {
  const bool follows = FollowsRoundings(node, {0, 1}) || ShowsRounding(node);
  if (follows) return WriteAligned(node, "Sub", true, abi::kTfLiteActNone);
  const Name left = ReadBroadcast(node, 0);
  const Name difference = node.onnx().Add("Sub", {left, ReadBroadcast(node, 1)});
  node.Write(0, node.onnx().Add("Mul", {difference, difference}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(squared_difference, .write = SquaredDifference)
