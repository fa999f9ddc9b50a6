#include "runtime/onnx/families/elementwise.h"

#include "runtime/onnx/families/activation.h"

namespace litevk::to_onnx {

Status Unary(NodeWriter& node, std::string_view op, const Attributes& attributes) {
  node.Write(0, node.Add(op, {node.Read(0)}, attributes), node.order(0));
  return {};
}

Name ReadBroadcast(NodeWriter& node, size_t input) {
  // A single element is broadcast whatever its place.
  const bool is_single = node.input(input).is_known() && node.input(input).dims.NumElements() == 1 &&
                         node.input(input).dims.rank() <= node.output(0).dims.rank();
  return node.Read(input, is_single ? Order() : node.output_order(0));
}

Status Binary(NodeWriter& node, std::string_view op) {
  const Name left = ReadBroadcast(node, 0);
  node.Write(0, node.Add(op, {left, ReadBroadcast(node, 1)}));
  return {};
}

Status Arithmetic(NodeWriter& node, std::string_view op) {
  const Name left = ReadBroadcast(node, 0);
  const Name value = node.Add(op, {left, ReadBroadcast(node, 1)});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteActivated(node, value, activation, node.output_order(0));
}

}  // namespace litevk::to_onnx
