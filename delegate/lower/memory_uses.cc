#include "delegate/lower/memory_uses.h"

#include <numeric>

#include "delegate/lower/assign_storage.h"

namespace litevk {

MemoryUses::MemoryUses(const JudgedGraph& judged, std::span<FusedNode> nodes,
                       std::span<const ir::TensorId> inputs, std::span<const ir::TensorId> outputs)
    : owner_(judged.graph.tensors.size()), uses_(judged.graph.tensors.size()) {
  std::iota(owner_.begin(), owner_.end(), 0);
  for (FusedNode& fused : nodes) Note(ViewOf(judged, fused), fused);
  for (const ir::TensorId id : inputs) UseOf(id).is_input = true;
  for (const ir::TensorId id : outputs) UseOf(id).is_output = true;
}

void MemoryUses::Note(const NodeView& view, FusedNode& fused) {
  const ir::Node& node = view.node();
  if (IsAlias(view)) return NoteAlias(view.graph(), fused.output, node.inputs[0]);
  UseOf(fused.output).writer = &fused;
  for (size_t i = 1; i < node.outputs.size(); ++i) {
    if (node.outputs[i] != ir::kAbsent) UseOf(node.outputs[i]).writer = &fused;
  }
  for (const ir::TensorId id : ReadsOf(view, fused)) UseOf(id).readers.push_back(&fused);
}

void MemoryUses::NoteAlias(const ir::Graph& graph, ir::TensorId output, ir::TensorId input) {
  const ir::TensorId owner = OwnerOf(input);
  owner_[static_cast<size_t>(output)] = owner;
  if (ElementBytesOf(graph.tensor(output).type) != ElementBytesOf(graph.tensor(owner).type)) {
    recast_.insert(owner);
  }
}

}  // namespace litevk
