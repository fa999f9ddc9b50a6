#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static constexpr double kRootOf2OverPi = 0.7978845608028654;
static constexpr double kRootOfHalf = 0.7071067811865476;

// Gelu exists from opset 20 on; before, both forms are composed of other operators.
static Status Gelu(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const bool is_approximate = node.params<abi::TfLiteGeluParams>().approximate;
  const Name value = node.Read(0);
  const ir::Tensor& like = node.input(0);
  if (node.settings().opset >= 20) {
    const std::string form = is_approximate ? "tanh" : "none";
    node.Write(0, onnx.Add("Gelu", {value}, {{"approximate", form}}), node.permutation(0));
    return {};
  }
  Name inner;
  if (is_approximate) {
    const Name cube = onnx.Add("Mul", {onnx.Add("Mul", {value, value}), value});
    const Name term = onnx.Add("Mul", {cube, node.ScalarLike(like, 0.044715)});
    const Name sum = onnx.Add("Add", {value, term});
    inner = onnx.Add("Tanh", {onnx.Add("Mul", {sum, node.ScalarLike(like, kRootOf2OverPi)})});
  } else {
    inner = onnx.Add("Erf", {onnx.Add("Mul", {value, node.ScalarLike(like, kRootOfHalf)})});
  }
  const Name raised = onnx.Add("Add", {inner, node.ScalarLike(like, 1)});
  const Name product = onnx.Add("Mul", {value, raised});
  node.Write(0, onnx.Add("Mul", {product, node.ScalarLike(like, 0.5)}), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(gelu, .write = Gelu, .lookup = {.is_elementwise = true})
