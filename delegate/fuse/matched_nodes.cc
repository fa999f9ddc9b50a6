#include "delegate/fuse/matched_nodes.h"

#include <utility>

namespace litevk {

MatchedNodes::MatchedNodes(const JudgedGraph& judged, std::span<const int> positions,
                           std::span<const ir::TensorId> outputs, bool match)
    : judged_(judged),
      index_(graph().tensors.size()),
      match_(graph().nodes.size()),
      is_within_(graph().nodes.size()) {
  index_.AddOutputs(outputs);
  if (match) {
    for (FusionMatch& found : FindFusions(graph(), positions, outputs)) {
      for (const int position : found.positions) is_within_[static_cast<size_t>(position)] = true;
      const auto root = static_cast<size_t>(found.root);
      match_[root] = std::make_shared<const FusionMatch>(std::move(found));
    }
  }
  for (const int position : positions) index_.AddNode(position, InputsOf(position), Node(position).outputs);
}

const GpuKernel& MatchedNodes::KernelAt(int position) const {
  const auto& match = MatchAt(position);
  return match != nullptr ? match->fusion->kernel : judged_.KernelAt(position);
}

std::vector<ir::TensorId> MatchedNodes::InputsOf(int position) const {
  if (IsWithin(position)) return {};
  const auto& match = MatchAt(position);
  return match != nullptr ? match->captured : Node(position).inputs;
}

std::vector<EpilogueStep> MatchedNodes::StepsOf(int position, int input) const {
  if (const auto& match = MatchAt(position)) {
    const Fusion& fusion = *match->fusion;
    if (input == 0 && fusion.is_elementwise) return match->steps;
    return input == 0 && fusion.as_steps != nullptr ? fusion.as_steps(graph(), *match)
                                                    : std::vector<EpilogueStep>();
  }
  const auto as_steps = KernelAt(position).epilogue.as_steps;
  return as_steps != nullptr ? as_steps(View(position), input) : std::vector<EpilogueStep>();
}

StorageConversion MatchedNodes::StoreOf(int position) const {
  const auto as_store = KernelAt(position).epilogue.as_store;
  return as_store != nullptr ? as_store(View(position)) : StorageConversion();
}

bool MatchedNodes::IsElementwise(int position) const {
  const auto& match = MatchAt(position);
  return match != nullptr ? match->fusion->is_elementwise : KernelAt(position).epilogue.is_elementwise();
}

}  // namespace litevk
