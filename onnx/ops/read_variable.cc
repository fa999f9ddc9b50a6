#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ReadVariable(NodeWriter& node) {
  node.WriteStored(0, node.onnx().Add("Identity", {node.ReadState(0)}), node.output_permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(read_variable, .write = ReadVariable, .state = {.role = StateRole::kReads})
