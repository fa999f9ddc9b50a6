#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status SquaredDifference(NodeWriter& node) {
  const Name left = ReadBroadcast(node, 0);
  const Name difference = node.Add("Sub", {left, ReadBroadcast(node, 1)});
  node.Write(0, node.Add("Mul", {difference, difference}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(squared_difference, .write = SquaredDifference)
