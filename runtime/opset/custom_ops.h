// The project's own custom operators: how a node of a model becomes one of theirs, by its name, and how its
// options, which are bytes that the operator alone can read, become its parameters.
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

// Whether the record is one of a custom operator of the project's.
inline bool IsCustom(const OpInfo& info) { return IsCustomCode(info.op_code); }
// Whether the model names the node's operator in place of a builtin's code, whoever has it.
inline bool IsCustom(const ir::Node& node) {
  return node.op_code == abi::kTfLiteBuiltinCustom || !node.custom_name.empty();
}

// Whether the name is one that converters write for an operator of TensorFlow itself, "FlexErf", where the
// user allowed it (SELECT_TF_OPS).
constexpr bool IsFlexOp(std::string_view custom_name) { return custom_name.starts_with("Flex"); }
// What to do about those, behind a colon.
constexpr std::string_view kFlexAdvice =
    "the model was converted with SELECT_TF_OPS, and its operators of TensorFlow need TensorFlow's Flex "
    "delegate; "
    "convert it without SELECT_TF_OPS, or bring the operator (docs/CUSTOM_OPS.md)";

// Null where the project has no custom operator of that name.
const OpInfo* FindCustomOpInfo(std::string_view custom_name);

// The parameters of a custom operator of the project's: a struct of runtime/opset/ops/<stem>.h or of the C
// ABI. They may refer to the options, which are the model's memory.
Result<ir::Params> ReadCustomOptions(const OpInfo& info, std::span<const std::byte> options);

// Makes a node with a custom name of the project's the node of that operator, with its code, and with its
// parameters if the options can be read.
void ResolveCustomNode(ir::Node& node, std::span<const std::byte> options);

}  // namespace litevk
