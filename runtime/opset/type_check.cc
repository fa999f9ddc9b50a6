// Checks the types and quantization of a node's tensors against its operator's signatures.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "runtime/opset/op_info.h"
#include "runtime/opset/operand_counts.h"

namespace litevk {
namespace {

Status CheckQuantization(const Signature& signature, OperandTensors inputs, OperandTensors outputs) {
  const ir::Tensor* tensor = FindMisquantized(signature, inputs, outputs);
  if (tensor == nullptr) return {};
  if (HasOffsetInt16(signature, *tensor)) {
    return Unsupported("tensor '" + tensor->name + "' is int16 with zero point " +
                       std::to_string(tensor->quantization.zero_points[0]) + ", expected 0");
  }
  if (TypesMovedAlike(signature).contains(tensor->type)) {
    return Unsupported("tensor '" + tensor->name + "' is quantized in another way than '" + outputs[0]->name +
                       "', expected the same scale and zero point");
  }
  return Unsupported("quantized arithmetic is not supported; tensor '" + tensor->name + "' is " +
                     std::string(ir::Name(tensor->type)) + " with a scale");
}

}  // namespace

Status CheckTypes(const OpInfo& info, OperandTensors inputs, OperandTensors outputs) {
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(info, outputs.size()));
  for (const ir::Tensor* tensor : inputs) {
    if (tensor == nullptr || tensor->sparsity == nullptr || info.takes_sparse) continue;
    return Unsupported("tensor '" + tensor->name + "' is sparse, which the operator does not take");
  }
  const auto matched = MatchSignature(info.types, inputs, outputs);
  const bool is_matched = matched != info.types.end();
  if (is_matched && matched->StatesScaling()) {
    return CheckScaling(*matched, inputs, outputs, info.operands.inputs, info.operands.outputs);
  }
  if (is_matched) return CheckQuantization(*matched, inputs, outputs);
  if (const std::string missing = MissingInputOf(info.types, inputs, outputs, info.operands.inputs);
      !missing.empty()) {
    return Unsupported(missing);
  }
  const std::string mismatch = TypeMismatch(ToString(info.types), inputs, outputs);
  // If no signature accepts the types, a diagnostic about the scale is the more helpful one.
  Status quantization =
      info.types.empty() ? Status() : CheckQuantization(info.types.front(), inputs, outputs);
  if (quantization.ok()) return Unsupported(mismatch);
  const bool computes_with_scales = std::ranges::any_of(info.types, &Signature::StatesScaling);
  if (!computes_with_scales) return quantization;
  return Unsupported("quantized arithmetic is not supported of these: " + mismatch);
}

Status InferShapes(const OpInfo& info, const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckSignatureCounts(info, query.inputs, query.outputs.size()));
  return info.infer_shapes(query);
}

}  // namespace litevk
