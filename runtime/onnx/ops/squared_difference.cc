#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/families/fixed_point_sums.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status SquaredDifference(NodeWriter& node) {
  if (FollowsRoundings(node, {0, 1})) return WriteAligned(node, "Sub", true, abi::kTfLiteActNone);
  const Name left = ReadBroadcast(node, 0);
  const Name difference = node.Add("Sub", {left, ReadBroadcast(node, 1)});
  node.Write(0, node.Add("Mul", {difference, difference}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(squared_difference, .write = SquaredDifference)
