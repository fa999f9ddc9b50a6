#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static constexpr double kRootOf2OverPi = 0.7978845608028654;
static constexpr double kRootOfHalf = 0.7071067811865476;

// Gelu exists from opset 20 on; before, both forms are composed of other operators.
static Status Gelu(NodeWriter& node) {
  const bool is_approximate = node.params<abi::TfLiteGeluParams>().approximate;
  const Name value = node.Read(0);
  const ir::Tensor& like = node.input(0);
  if (node.settings().opset >= 20) {
    const std::string form = is_approximate ? "tanh" : "none";
    node.Write(0, node.Add("Gelu", {value}, {{"approximate", form}}), node.order(0));
    return {};
  }
  Name inner;
  if (is_approximate) {
    const Name cube = node.Add("Mul", {node.Add("Mul", {value, value}), value});
    const Name term = node.Add("Mul", {cube, node.NumberLike(like, 0.044715)});
    const Name sum = node.Add("Add", {value, term});
    inner = node.Add("Tanh", {node.Add("Mul", {sum, node.NumberLike(like, kRootOf2OverPi)})});
  } else {
    inner = node.Add("Erf", {node.Add("Mul", {value, node.NumberLike(like, kRootOfHalf)})});
  }
  const Name raised = node.Add("Add", {inner, node.NumberLike(like, 1)});
  const Name product = node.Add("Mul", {value, raised});
  node.Write(0, node.Add("Mul", {product, node.NumberLike(like, 0.5)}), node.order(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(gelu, .write = Gelu, .lookup = {.is_elementwise = true})
