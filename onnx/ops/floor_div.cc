#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status FloorDiv(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name left = ReadBroadcast(node, 0);
  const Name right = ReadBroadcast(node, 1);
  if (node.input(0).type == ir::DataType::kFloat32) {
    node.Write(0, onnx.Add("Floor", {onnx.Add("Div", {left, right})}));
    return {};
  }
  // Subtracts the remainder, which has the divisor's sign, to make the division exact.
  const Name remainder = onnx.Add("Mod", {left, right});
  node.Write(0, onnx.Add("Div", {onnx.Add("Sub", {left, remainder}), right}));
  return {};
}

}  // namespace litevk::to_onnx

// Integers are computed in int64, in which a difference of two int32 does not wrap around.
LITEVK_ONNX_OP(floor_div, .write = FloorDiv,
               .types = {.native = TypeSet{ir::DataType::kFloat32, ir::DataType::kInt64}})
