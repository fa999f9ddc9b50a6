#include "delegate/views/memory_uses.h"

#include <numeric>

namespace litevk {

MemoryUses::MemoryUses(const JudgedGraph& judged, std::span<FusedNode> nodes, const RuntimeEdges& edges,
                       const StoragePlan& storage)
    : storage_(storage), owner_(judged.graph.tensors.size()), uses_(judged.graph.tensors.size()) {
  std::iota(owner_.begin(), owner_.end(), 0);
  for (FusedNode& fused : nodes) Note(ViewOf(judged, fused), fused);
  for (const ir::TensorId id : edges.inputs) UseOf(id).is_input = true;
  for (const ir::TensorId id : edges.outputs) UseOf(id).is_output = true;
}

void MemoryUses::Note(const NodeView& view, FusedNode& fused) {
  const ir::Node& node = view.node();
  if (IsAlias(view)) return NoteAlias(fused.output, node.inputs[0]);
  UseOf(fused.output).writer = &fused;
  for (size_t i = 1; i < node.outputs.size(); ++i) {
    if (node.outputs[i] != ir::kAbsent) UseOf(node.outputs[i]).writer = &fused;
  }
  for (const ir::TensorId id : ReadsOf(view, fused)) UseOf(id).readers.push_back(&fused);
}

void MemoryUses::NoteAlias(ir::TensorId output, ir::TensorId input) {
  const ir::TensorId owner = OwnerOf(input);
  owner_[static_cast<size_t>(output)] = owner;
  if (storage_.ElementBytes(output) != storage_.ElementBytes(owner)) recast_.insert(owner);
}

}  // namespace litevk
