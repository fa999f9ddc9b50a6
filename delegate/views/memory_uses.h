// The fused nodes that write and read each memory of a partition, before the place of the memory is decided.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "delegate/fuse/fused_node.h"
#include "delegate/views/assign_storage.h"
#include "runtime/ir/graph.h"

namespace litevk {

// The tensors that a partition reads and leaves in each run.
struct RuntimeEdges {
  std::span<const ir::TensorId> inputs;
  std::span<const ir::TensorId> outputs;
};

// Aliased tensors (RESHAPE) count as one tensor: the first of them, which owns the memory.
class MemoryUses {
 public:
  struct Use {
    bool is_input = false;  // input of the partition
    bool is_output = false;
    FusedNode* writer = nullptr;
    std::vector<FusedNode*> readers;  // each as often as it reads
  };

  // `nodes` in execution order. The arguments outlive the uses.
  MemoryUses(const JudgedGraph& judged, std::span<FusedNode> nodes, const RuntimeEdges& edges,
             const StoragePlan& storage);

  const std::vector<ir::TensorId>& owners() const { return owner_; }  // by ir::TensorId
  ir::TensorId OwnerOf(ir::TensorId id) const { return owner_[static_cast<size_t>(id)]; }
  const Use& Of(ir::TensorId id) const { return uses_[static_cast<size_t>(OwnerOf(id))]; }
  // True if the memory has another name with elements of another size (BITCAST).
  bool IsRecast(ir::TensorId id) const { return recast_.contains(OwnerOf(id)); }
  // True if the tensor is the end of its writer's chain, and no further output of the node.
  bool IsLast(ir::TensorId id) const { return OwnerOf(Of(id).writer->output) == OwnerOf(id); }

 private:
  Use& UseOf(ir::TensorId id) { return uses_[static_cast<size_t>(OwnerOf(id))]; }
  void Note(const NodeView& view, FusedNode& fused);
  void NoteAlias(ir::TensorId output, ir::TensorId input);

  const StoragePlan& storage_;
  std::vector<ir::TensorId> owner_;
  std::vector<Use> uses_;  // by ir::TensorId of the owner
  std::set<ir::TensorId> recast_;
};

}  // namespace litevk
