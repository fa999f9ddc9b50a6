#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// ONNX's Mod of floats has the sign of the dividend, FLOOR_MOD that of the divisor.
static Status FloorMod(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const Name left = ReadBroadcast(node, 0);
  const Name right = ReadBroadcast(node, 1);
  if (node.input(0).type != ir::DataType::kFloat32) {
    node.Write(0, onnx.Add("Mod", {left, right}));
    return {};
  }
  const Name remainder = onnx.Add("Mod", {left, right}, {{"fmod", int64_t{1}}});
  const Name zero = onnx.Float(0);
  const Name is_below = onnx.Add("Less", {remainder, zero});
  const Name differs = onnx.Add("Xor", {is_below, onnx.Add("Less", {right, zero})});
  const Name is_left = onnx.Add("Not", {onnx.Add("Equal", {remainder, zero})});
  const Name corrects = onnx.Add("And", {differs, is_left});
  node.Write(0, onnx.Add("Where", {corrects, onnx.Add("Add", {remainder, right}), remainder}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(floor_mod, .write = FloorMod)
