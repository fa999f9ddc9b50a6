#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status AssignVariable(NodeWriter& node) {
  node.WriteState(0, node.ReadStored(1, node.permutation(1)));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(assign_variable, .write = AssignVariable, .state = {.role = StateRole::kAssigns})
