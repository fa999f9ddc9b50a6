#include "delegate/partition/operands_verdict.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/type_set.h"

namespace litevk {
namespace {

// The integers that TFLite reads scales of; some converters leave them on float tensors.
constexpr TypeSet kScaledTypes = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16,
                                  ir::DataType::kInt32};

std::optional<Verdict> CheckCounts(OperandTensors inputs, OperandTensors outputs, const OpSpec& spec) {
  const auto takes_inputs = [&](const Signature& types) { return TakesInputs(types, inputs); };
  if (std::ranges::none_of(spec.types, takes_inputs)) {
    return Reject(ReasonCode::kInputCount,
                  "found " + std::to_string(inputs.size()) + " inputs, or a required one is absent");
  }
  const Signature& types = spec.types.front();
  if (HasOutputs(types, outputs.size()) && std::ranges::find(outputs, nullptr) == outputs.end())
    return std::nullopt;
  return Reject(ReasonCode::kOutputCount, "found " + std::to_string(outputs.size()) + " outputs, expected " +
                                              std::to_string(types.outputs.size()));
}

// Of a signature that states no quantization. Values of the types `moved` are moved unread, so that they must
// mean the same in the tensor `id` as in the output.
std::optional<Verdict> CheckTensor(const ir::Graph& graph, ir::TensorId id, const ir::Node& node,
                                   TypeSet moved) {
  const ir::Tensor& tensor = graph.tensor(id);
  const ir::Tensor& output = graph.tensor(node.outputs[0]);
  if (!moved.contains(output.type) || tensor.type != output.type) {
    if (!kScaledTypes.contains(tensor.type) || tensor.quantization.scales.empty()) return std::nullopt;
    return Reject(ReasonCode::kQuantized, TensorText(graph, id) + " is quantized, which is not supported");
  }
  if (tensor.quantization.scales == output.quantization.scales &&
      tensor.quantization.zero_points == output.quantization.zero_points) {
    return std::nullopt;
  }
  return Reject(ReasonCode::kQuantized, TensorText(graph, id) + " is quantized in another way than " +
                                            TensorText(graph, node.outputs[0]));
}

std::optional<Verdict> CheckTensors(const ir::Graph& graph, const ir::Node& node, TypeSet moved) {
  for (const auto& ids : {node.inputs, node.outputs}) {
    for (const ir::TensorId id : ids) {
      if (id == ir::kAbsent) continue;
      if (auto verdict = CheckTensor(graph, id, node, moved)) return verdict;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> JudgeOperands(const ir::Graph& graph, const ir::Node& node, const OpSpec& spec) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  if (auto verdict = CheckCounts(inputs, outputs, spec)) return verdict;
  const std::optional<size_t> matched = MatchSignature(spec.types, inputs, outputs);
  if (!matched) return Reject(ReasonCode::kType, TypeMismatch(spec.types, inputs, outputs));
  const OpInfo& info = *FindOpInfo(node);
  const Signature& types = spec.types[*matched];
  if (!types.IsQuantized()) {
    return CheckTensors(graph, node, MovedTypes(info, spec.signatures[*matched], types));
  }
  const Status status = CheckScaling(types, inputs, outputs, info.operands.inputs, info.operands.outputs);
  if (status.ok()) return std::nullopt;
  return Reject(ReasonCode::kQuantized, status.message());
}

}  // namespace litevk
