#include "onnx/facts/states.h"

#include <utility>

#include "onnx/facts/op_row.h"
#include "onnx/facts/permutations.h"

namespace litevk::to_onnx {

size_t States::Add(State state) {
  state.initial.resize(static_cast<size_t>(state.tensor.ByteCount()));
  states_.push_back(std::move(state));
  return states_.size() - 1;
}

State* States::Find(ir::TensorId id) {
  const auto found = by_tensor_.find(id);
  return found == by_tensor_.end() ? nullptr : &states_[found->second];
}

void States::AddTo(LayoutRequest& request) const {
  for (const State& state : states_) request.states.push_back(state.name);
  request.state_of = [this](const ir::Node& node) {
    const StateRole role = StateRoleOf(node);
    if (role != StateRole::kReads && role != StateRole::kAssigns) return -1;
    const auto found = by_tensor_.find(node.inputs.front());
    return found == by_tensor_.end() ? -1 : static_cast<int>(found->second);
  };
}

void States::TakePermutations(const LayoutPlan& plan) {
  for (size_t i = 0; i < states_.size(); ++i) {
    State& state = states_[i];
    state.permutation = plan.states[i];
    if (state.permutation.empty()) continue;
    const auto bytes = static_cast<size_t>(ir::ByteSize(state.tensor.type));
    state.initial = PermutedElements(state.initial, bytes, state.tensor.dims, state.permutation);
  }
}

}  // namespace litevk::to_onnx
