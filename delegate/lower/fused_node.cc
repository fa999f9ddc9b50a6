#include "delegate/lower/fused_node.h"

#include <utility>

#include "delegate/lower/lowering.h"

namespace litevk {

bool TakesEpilogue(const NodeView& view, const FusedNode& fused) {
  return fused.match != nullptr || (FindOp(view.node())->takes_epilogue && !IsAlias(view));
}

ir::TensorId InputIdOf(const NodeView& view, const FusedNode& fused, int number) {
  return number == 0 && fused.input != ir::kAbsent ? fused.input : view.input_id(number);
}

const ir::Shape& InputDimsOf(const NodeView& view, const FusedNode& fused, int number) {
  if (number == 0 && fused.input_dims) return *fused.input_dims;
  return view.graph().tensor(InputIdOf(view, fused, number)).dims;
}

OwnSteps OwnStepsOf(const NodeView& view, const FusedNode& fused) {
  if (fused.match != nullptr) {
    const bool is_elementwise = fused.match->fusion->is_elementwise();
    return {.steps = fused.match->steps, .source = is_elementwise ? fused.match->input() : ir::kAbsent};
  }
  // Steps are of float32: other types have kernels of their own.
  if (view.output().type != ir::DataType::kFloat32) return {};
  const OpSpec& spec = *FindOp(view.node());
  for (const int input : {0, 1}) {
    if (spec.as_epilogue == nullptr || input >= view.input_count()) continue;
    auto steps = spec.as_epilogue(view, input);
    if (!steps.empty()) return {.steps = std::move(steps), .source = view.input_id(input)};
  }
  return {};
}

std::vector<ir::TensorId> ReadsOf(const NodeView& view, const FusedNode& fused) {
  std::vector<ir::TensorId> reads = fused.match != nullptr ? fused.match->captured : view.node().inputs;
  if (fused.match == nullptr && !reads.empty()) reads[0] = InputIdOf(view, fused, 0);
  for (const EpilogueStep& step : fused.epilogue) reads.push_back(step.operand);
  std::erase(reads, ir::kAbsent);
  return reads;
}

}  // namespace litevk
