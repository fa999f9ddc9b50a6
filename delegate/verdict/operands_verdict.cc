#include "delegate/verdict/operands_verdict.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/signature.h"

namespace litevk {
namespace {

std::optional<Verdict> CheckCounts(OperandTensors inputs, OperandTensors outputs, const OpSpec& spec) {
  const auto takes_inputs = [&](const GpuKernel& kernel) { return TakesInputs(kernel.types, inputs); };
  if (std::ranges::none_of(spec.kernels, takes_inputs)) {
    return Reject(ReasonCode::kInputCount,
                  "found " + std::to_string(inputs.size()) + " inputs, or a required one is absent");
  }
  const Signature& types = spec.kernels.front().types;
  if (HasOutputs(types, outputs.size()) && std::ranges::find(outputs, nullptr) == outputs.end())
    return std::nullopt;
  return Reject(ReasonCode::kOutputCount, "found " + std::to_string(outputs.size()) + " outputs, expected " +
                                              std::to_string(types.outputs.size()));
}

// Says why the signature does not take the quantization of the tensor at `misquantized`, one of the node's.
Verdict RejectQuantization(const ir::Graph& graph, const ir::Node& node, const Signature& signature,
                           const ir::Tensor* misquantized) {
  const auto id = static_cast<ir::TensorId>(misquantized - graph.tensors.data());
  const ir::TensorId output = node.outputs[0];
  const bool is_moved = TypesMovedAlike(signature).contains(misquantized->type);
  if (!is_moved || misquantized->type != graph.tensor(output).type) {
    return Reject(ReasonCode::kQuantized, TensorText(graph, id) + " is quantized, which is not supported");
  }
  return Reject(ReasonCode::kQuantized,
                TensorText(graph, id) + " is quantized in another way than " + TensorText(graph, output));
}

// Judges the quantization of the node's tensors, whose types the kernel takes.
Verdict JudgeQuantization(const ir::Graph& graph, const ir::Node& node, const GpuKernel& kernel,
                          OperandTensors inputs, OperandTensors outputs) {
  if (!kernel.types.StatesScaling()) {
    const ir::Tensor* misquantized = FindMisquantized(kernel.types, inputs, outputs);
    if (misquantized != nullptr) return RejectQuantization(graph, node, kernel.types, misquantized);
    return {.kernel = &kernel};
  }
  const auto& names = FindOpInfo(node)->operands;
  const Status status = CheckScaling(kernel.types, inputs, outputs, names.inputs, names.outputs);
  if (!status.ok()) return Reject(ReasonCode::kQuantized, status.message());
  return {.kernel = &kernel};
}

}  // namespace

// If kernels take the types but not the quantization, the first such kernel gives the reason.
Verdict JudgeOperands(const ir::Graph& graph, const ir::Node& node, const OpSpec& spec) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = ir::TensorsOf(graph, node.outputs);
  if (auto verdict = CheckCounts(inputs, outputs, spec)) return *verdict;
  std::optional<Verdict> refused;
  for (const GpuKernel& kernel : spec.kernels) {
    if (!TypesMatch(kernel.types, inputs, outputs)) continue;
    Verdict verdict = JudgeQuantization(graph, node, kernel, inputs, outputs);
    if (verdict.supported()) return verdict;
    if (!refused) refused = std::move(verdict);
  }
  if (refused) return *std::move(refused);
  const std::string missing =
      MissingInputOf(spec.kernels, inputs, outputs, FindOpInfo(node)->operands.inputs, &GpuKernel::types);
  if (!missing.empty()) return Reject(ReasonCode::kInputCount, missing);
  const std::string expected = ToString(spec.kernels, &GpuKernel::types);
  return Reject(ReasonCode::kType, TypeMismatch(expected, inputs, outputs));
}

}  // namespace litevk
