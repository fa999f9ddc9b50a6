// The project's own custom operators. A node becomes one of them by its custom name. Only the operator can
// read the bytes of its options, which become its parameters.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/custom_codes.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {

// True if the record belongs to one of the project's custom operators.
inline bool IsCustom(const OpInfo& info) { return IsCustomCode(info.op_code); }
// True if the model gives the node's operator by name, and not by a builtin's code, whoever implements it.
inline bool IsCustom(const ir::Node& node) {
  return node.op_code == abi::kTfLiteBuiltinCustom || !node.custom_name.empty();
}

// True if a converter wrote the name, such as "FlexErf", for an operator of TensorFlow itself. The user has
// to allow that (SELECT_TF_OPS).
constexpr bool IsFlexOp(std::string_view custom_name) { return custom_name.starts_with("Flex"); }
// Advice for Flex operators, appended to a diagnostic after a colon.
constexpr std::string_view kFlexAdvice =
    "the model was converted with SELECT_TF_OPS, and its operators of TensorFlow need TensorFlow's Flex "
    "delegate; "
    "convert it without SELECT_TF_OPS, or bring the operator (docs/CUSTOM_OPS.md)";

// Returns null if the project has no custom operator of that name.
const OpInfo* FindCustomOpInfo(std::string_view custom_name);

// Returns the parameters of one of the project's custom operators: a struct of runtime/opset/ops/<stem>.h or
// of the C ABI. They may refer to the options, which are the model's memory.
Result<ir::Params> ReadCustomOptions(const OpInfo& info, std::span<const std::byte> options);

// Sets the operator code of a node whose custom name is one of the project's. Sets its parameters too if the
// options can be read.
void ResolveCustomNode(ir::Node& node, std::span<const std::byte> options);

}  // namespace litevk
