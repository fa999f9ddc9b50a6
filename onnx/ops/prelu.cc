#include "onnx/common/fixed_point_sums.h"
#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/quantized/binary_multipliers.h"

namespace litevk::to_onnx {

// Requantizes values above 0 to the output's scale, and all others times their slopes.
static Status PreluInSteps(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const BinaryMultipliers multipliers = SlopeMultipliers(ScalesOfBinary(node));
  const Name value = ReadWhole(node, 0, node.permutation(0));
  const Name slope = ReadWhole(node, 1, BroadcastPermutation(node, 1));
  const Name above = Rescaled(node, value, {{multipliers.left}}, {});
  const Name below = Rescaled(node, onnx.Add("Mul", {value, slope}), {{multipliers.output}}, {});
  const Name is_below = onnx.Add("Less", {value, onnx.Doubles({0}, {})});
  const Name steps = onnx.Add("Where", {is_below, below, above});
  return WriteSteps(node, steps, abi::kTfLiteActNone, node.output_permutation(0));
}

static bool MayWrap(const NodeFacts& node) {
  if (!HasQuantized(node, {0, 1})) return false;
  const BinaryScales scales = ScalesOfBinary(node);
  const double largest = LargestInteger(node.input(0));
  const double multiplier = double{scales.left} / scales.output;
  return MayWrap(largest, multiplier, true) ||
         MayWrap(largest * LargestInteger(node.input(1)), multiplier * scales.right, true);
}

static Status Prelu(NodeWriter& node) {
  if (FollowsRoundings(node, {0, 1}, MayWrap(node))) return PreluInSteps(node);
  const Name value = node.Read(0);
  node.Write(0, node.onnx().Add("PRelu", {value, ReadBroadcast(node, 1)}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(prelu, .write = Prelu)
