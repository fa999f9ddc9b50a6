#include "delegate/fuse/fused_node.h"

#include <utility>

namespace litevk {

NodeView ViewOf(const JudgedGraph& judged, const FusedNode& fused) {
  return {judged.graph, judged.Node(fused.position), judged.limits, fused.kernel};
}

const EpilogueArithmetic* TakenArithmetic(const NodeView& view) {
  const auto takes = view.kernel().epilogue.takes;
  return takes != nullptr && !IsAlias(view) ? takes(view) : nullptr;
}

ir::TensorId InputIdOf(const NodeView& view, const FusedNode& fused, int index) {
  return index == 0 && fused.input != ir::kAbsent ? fused.input : view.input_id(index);
}

const ir::Shape& InputDimsOf(const NodeView& view, const FusedNode& fused, int index) {
  if (index == 0 && fused.input_dims) return *fused.input_dims;
  return view.graph().tensor(InputIdOf(view, fused, index)).dims;
}

OwnSteps OwnStepsOf(const NodeView& view, const FusedNode& fused) {
  if (fused.match != nullptr) {
    const bool is_elementwise = fused.match->fusion->is_elementwise;
    return {.steps = fused.match->steps, .source = is_elementwise ? fused.match->input() : ir::kAbsent};
  }
  const EpilogueTraits& traits = view.kernel().epilogue;
  if (!traits.is_elementwise()) return {};
  for (const int input : {0, 1}) {
    if (input >= view.input_count()) continue;
    auto steps = traits.as_steps(view, input);
    if (!steps.empty()) return {.steps = std::move(steps), .source = view.input_id(input)};
  }
  return {};
}

std::vector<ir::TensorId> ReadsOf(const NodeView& view, const FusedNode& fused) {
  std::vector<ir::TensorId> reads = fused.match != nullptr ? fused.match->captured : view.node().inputs;
  if (fused.match == nullptr && !reads.empty()) reads[0] = InputIdOf(view, fused, 0);
  for (const EpilogueStep& step : fused.epilogue.steps) reads.push_back(step.operand);
  std::erase(reads, ir::kAbsent);
  return reads;
}

}  // namespace litevk
