#include "onnx/facts/operator_name.h"

#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

std::string OperatorOf(const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  if (info != nullptr) return std::string(info->name);
  return node.custom_name.empty() ? "operator " + std::to_string(node.op_code) : node.custom_name;
}

}  // namespace litevk::to_onnx
