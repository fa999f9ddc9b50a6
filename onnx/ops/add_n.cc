#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status AddN(NodeWriter& node) {
  std::vector<Name> inputs;
  inputs.reserve(node.input_count());
  for (size_t i = 0; i < node.input_count(); ++i) inputs.push_back(node.Read(i, node.output_permutation(0)));
  Name sum = inputs.front();
  for (size_t i = 1; i < inputs.size(); ++i) sum = node.onnx().Add("Add", {sum, inputs[i]});
  node.Write(0, sum);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(add_n, .write = AddN)
