#include "delegate/verdict/op_names.h"

#include <string_view>

#include "runtime/tflite/builtin_names.h"

namespace litevk {

std::string OpName(const ir::Node& node) {
  if (!node.custom_name.empty()) return node.custom_name;
  const std::string_view name = abi::BuiltinName(node.op_code);
  return name.empty() ? "BUILTIN_" + std::to_string(node.op_code) : std::string(name);
}

}  // namespace litevk
