#include <numbers>

#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// The arctangent of the quotient lies in the right half-plane. Points in the left half-plane are half a turn
// further.
static Status Atan2(NodeWriter& node) {
  constexpr float kPi = std::numbers::pi_v<float>;
  const Name y = ReadBroadcast(node, 0);
  const Name x = ReadBroadcast(node, 1);
  const Name zero = node.Float(0);
  const Name is_up = node.Add("GreaterOrEqual", {y, zero});
  const Name angle = node.Add("Atan", {node.Add("Div", {y, x})});
  const Name turned = node.Add("Add", {angle, node.Add("Where", {is_up, node.Float(kPi), node.Float(-kPi)})});
  const Name is_left = node.Add("Less", {x, zero});
  const Name both_zero = node.Add("And", {node.Add("Equal", {x, zero}), node.Add("Equal", {y, zero})});
  const Name right = node.Add("Where", {both_zero, zero, angle});
  node.Write(0, node.Add("Where", {is_left, turned, right}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(atan2, .write = Atan2, .types = {.native = TypeSet{ir::DataType::kFloat32}},
               .quantization = {.takes_only_floats = true})
