#include "runtime/opset/operand_counts.h"

#include <algorithm>
#include <string>

namespace litevk {
namespace {

std::string SubgraphText(int subgraph) { return "subgraph " + std::to_string(subgraph); }

Status CheckEqualCounts(std::span<const int> ids, std::span<const int> others, const char* kind,
                        int subgraph) {
  if (ids.size() == others.size()) return {};
  return InvalidArgument("has " + std::to_string(ids.size()) + " " + kind + "s for " +
                         SubgraphText(subgraph) + ", which has " + std::to_string(others.size()));
}

}  // namespace

Status CheckOutputCount(const OpInfo& info, size_t count) {
  const auto has_outputs = [&](const Signature& types) { return HasOutputs(types, count); };
  // Operators that only an interpreter runs list no signatures.
  if (info.types.empty() || std::ranges::any_of(info.types, has_outputs)) return {};
  const Signature& first = info.types.front();
  return InvalidArgument("the node has " + std::to_string(count) + " outputs, expected " +
                         std::to_string(first.outputs.size()) + (first.variadic_outputs ? " or more" : ""));
}

Status CheckSignatureCounts(const OpInfo& info, OperandTensors inputs, size_t outputs) {
  LITEVK_RETURN_IF_ERROR(CheckOutputCount(info, outputs));
  const auto takes_inputs = [&](const Signature& types) { return TakesInputs(types, inputs); };
  if (info.types.empty() || std::ranges::any_of(info.types, takes_inputs)) return {};
  return InvalidArgument("the node has " + std::to_string(inputs.size()) +
                         " inputs, which the operator does not take, or a required one is absent");
}

Status CheckNamedCounts(const OpInfo& info, const OperandIds& node) {
  const size_t inputs = info.operands.inputs.size();
  const size_t outputs = info.operands.outputs.size();
  if (node.inputs.size() != inputs || node.outputs.size() != outputs) {
    return InvalidArgument("has " + std::to_string(node.inputs.size()) + " inputs and " +
                           std::to_string(node.outputs.size()) + " outputs, expected " +
                           std::to_string(inputs) + " and " + std::to_string(outputs));
  }
  const auto is_absent = [](int id) { return id < 0; };
  const bool lacks_one =
      std::ranges::any_of(node.inputs, is_absent) || std::ranges::any_of(node.outputs, is_absent);
  return lacks_one ? InvalidArgument("a tensor is absent") : Status();
}

Status CheckPassedCounts(const OperandIds& node, int subgraph, const OperandIds& edges) {
  LITEVK_RETURN_IF_ERROR(CheckEqualCounts(node.inputs, edges.inputs, "input", subgraph));
  LITEVK_RETURN_IF_ERROR(CheckEqualCounts(node.outputs, edges.outputs, "output", subgraph));
  for (size_t index = 0; index < node.inputs.size(); ++index) {
    if (node.inputs[index] >= 0 || edges.inputs[index] < 0) continue;
    return InvalidArgument("input " + std::to_string(index) + " is absent, but " + SubgraphText(subgraph) +
                           " uses it");
  }
  for (size_t index = 0; index < node.outputs.size(); ++index) {
    if (edges.outputs[index] >= 0 || node.outputs[index] < 0) continue;
    return InvalidArgument(SubgraphText(subgraph) + " has no output " + std::to_string(index));
  }
  return {};
}

}  // namespace litevk
