#include <numbers>

#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// The arctangent of the quotient lies in the right half-plane. Points in the left half-plane are half a turn
// further.
static Status Atan2(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  constexpr float kPi = std::numbers::pi_v<float>;
  const Name y = ReadBroadcast(node, 0);
  const Name x = ReadBroadcast(node, 1);
  const Name zero = onnx.Float(0);
  const Name is_up = onnx.Add("GreaterOrEqual", {y, zero});
  const Name angle = onnx.Add("Atan", {onnx.Add("Div", {y, x})});
  const Name turned = onnx.Add("Add", {angle, onnx.Add("Where", {is_up, onnx.Float(kPi), onnx.Float(-kPi)})});
  const Name is_left = onnx.Add("Less", {x, zero});
  const Name both_zero = onnx.Add("And", {onnx.Add("Equal", {x, zero}), onnx.Add("Equal", {y, zero})});
  const Name right = onnx.Add("Where", {both_zero, zero, angle});
  node.Write(0, onnx.Add("Where", {is_left, turned, right}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(atan2, .write = Atan2, .types = {.native = TypeSet{ir::DataType::kFloat32}},
               .quantization = {.takes_only_floats = true})
