#include "onnx/common/known.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static std::string VariableOf(const ir::Node& node) {
  const auto& params = node.params.As<abi::TfLiteVarHandleParams>();
  const auto text = [](const char* name) { return std::string(name == nullptr ? "" : name); };
  return text(params.container) + "/" + text(params.shared_name);
}

}  // namespace litevk::to_onnx

// The node is removed before the graph is written: onnx/facts/states.h.
LITEVK_ONNX_OP(var_handle, .write = RefuseUnknown,
               .state = {.role = StateRole::kDeclares, .variable = VariableOf})
