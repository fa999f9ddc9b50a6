#include "delegate/lower/memory_uses.h"

#include <numeric>

#include "delegate/lower/lowering.h"

namespace litevk {

MemoryUses::MemoryUses(const ir::Graph& graph, std::span<FusedNode> nodes,
                       std::span<const ir::TensorId> inputs, std::span<const ir::TensorId> outputs,
                       const StoragePlan& storage, const gpu::DeviceLimits& limits)
    : storage_(storage), owner_(graph.tensors.size()), uses_(graph.tensors.size()) {
  std::iota(owner_.begin(), owner_.end(), 0);
  for (FusedNode& fused : nodes) Note(graph, fused, limits);
  for (const ir::TensorId id : inputs) UseOf(id).is_input = true;
  for (const ir::TensorId id : outputs) UseOf(id).is_output = true;
}

void MemoryUses::Note(const ir::Graph& graph, FusedNode& fused, const gpu::DeviceLimits& limits) {
  const ir::Node& node = graph.nodes[static_cast<size_t>(fused.position)];
  if (fused.match == nullptr && IsAlias({graph, node, limits}))
    return NoteAlias(fused.output, node.inputs[0]);
  UseOf(fused.output).writer = &fused;
  for (size_t i = 1; i < node.outputs.size(); ++i) {
    if (node.outputs[i] != ir::kAbsent) UseOf(node.outputs[i]).writer = &fused;
  }
  for (const ir::TensorId id : ReadsOf({graph, node, limits}, fused)) UseOf(id).readers.push_back(&fused);
}

void MemoryUses::NoteAlias(ir::TensorId output, ir::TensorId input) {
  const ir::TensorId owner = OwnerOf(input);
  owner_[static_cast<size_t>(output)] = owner;
  if (storage_.ElementBytes(output) != storage_.ElementBytes(owner)) recast_.insert(owner);
}

}  // namespace litevk
