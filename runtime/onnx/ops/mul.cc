#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/families/fixed_point_sums.h"
#include "runtime/onnx/node_writer.h"
#include "runtime/opset/binary_factors.h"

namespace litevk::to_onnx {

static Status Mul(NodeWriter& node) {
  if (!FollowsRoundings(node, {0, 1})) return Arithmetic(node, "Mul");
  const FixedPoint factor = ProductFactors(ScalesOfBinary(node)).output;
  const Name left = ReadWhole(node, 0, BroadcastOrder(node, 0));
  const Name product = node.Add("Mul", {left, ReadWhole(node, 1, BroadcastOrder(node, 1))});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteRescaled(node, product, {{factor}}, activation, node.output_order(0));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(mul, .write = Mul, .natives = kNumeric, .is_polynomial = true)
