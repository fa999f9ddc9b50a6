// Which types and quantization a kernel takes of a node.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

std::string TypesText(OperandTensors tensors) {
  std::string text;
  for (const ir::Tensor* tensor : tensors) {
    if (!text.empty()) text += ", ";
    text += tensor == nullptr ? "absent" : std::string(ir::Name(tensor->type));
  }
  return text.empty() ? "none" : text;
}

Status CheckQuantization(const OpInfo& info, OperandTensors tensors) {
  if (info.quantized != Quantized::kRefused) return {};
  for (const ir::Tensor* tensor : tensors) {
    // Float and index tensors carry parameters that no kernel reads.
    const bool is_quantized =
        tensor != nullptr && !tensor->quantization.scales.empty() &&
        TypeSet{ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16}.contains(tensor->type);
    if (!is_quantized) continue;
    return Unsupported("quantized arithmetic is not supported; tensor '" + tensor->name + "' is " +
                       std::string(ir::Name(tensor->type)) + " with a scale");
  }
  return {};
}

Status CheckOutputCount(const OpInfo& info, size_t count) {
  const auto has_outputs = [&](const Signature& types) { return HasOutputs(types, count); };
  // What only an interpreter runs states no types, and takes any number.
  if (info.types.empty() || std::ranges::any_of(info.types, has_outputs)) return {};
  const Signature& first = info.types.front();
  return InvalidArgument("the node has " + std::to_string(count) + " outputs, expected " +
                         std::to_string(first.outputs.size()) + (first.variadic_outputs ? " or more" : ""));
}

}  // namespace

std::optional<size_t> MatchSignature(std::span<const Signature> signatures, OperandTensors inputs,
                                     OperandTensors outputs) {
  for (size_t index = 0; index < signatures.size(); ++index) {
    if (TypesMatch(signatures[index], inputs, outputs)) return index;
  }
  return std::nullopt;
}

std::string TypeMismatch(std::span<const Signature> signatures, OperandTensors inputs,
                         OperandTensors outputs) {
  std::string expected;
  for (const Signature& known : signatures) expected += (expected.empty() ? "" : " or ") + known.ToString();
  return "types are " + TypesText(inputs) + " -> " + TypesText(outputs) + ", expected " + expected;
}

Status CheckTypes(const OpInfo& info, OperandTensors inputs, OperandTensors outputs) {
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(info, outputs.size()));
  for (const ir::Tensor* tensor : inputs) {
    if (tensor == nullptr || tensor->sparsity == nullptr || info.takes_sparse) continue;
    return Unsupported("tensor '" + tensor->name + "' is sparse, which the operator does not take");
  }
  const std::optional<size_t> matched = MatchSignature(info.types, inputs, outputs);
  if (matched && info.types[*matched].IsQuantized()) {
    return CheckScaling(info.types[*matched], inputs, outputs, info.operands.inputs, info.operands.outputs);
  }
  LITEVK_RETURN_IF_ERROR(CheckQuantization(info, inputs));
  LITEVK_RETURN_IF_ERROR(CheckQuantization(info, outputs));
  return matched ? Status() : Unsupported(TypeMismatch(info.types, inputs, outputs));
}

Status InferShapes(const OpInfo& info, const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(info, query.outputs.size()));
  const auto takes_inputs = [&](const Signature& types) { return TakesInputs(types, query.inputs); };
  if (info.types.empty() || std::ranges::any_of(info.types, takes_inputs)) return info.infer_shapes(query);
  return InvalidArgument("the node has " + std::to_string(query.inputs.size()) +
                         " inputs, which the operator does not take, or a required one is absent");
}

}  // namespace litevk
