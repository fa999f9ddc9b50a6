// PADs that are no dispatch: zeros around height and width that all of their readers put around their input
// by themselves.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "delegate/fuse/fused_node.h"
#include "delegate/fuse/matched_nodes.h"
#include "delegate/kernel/gpu_kernel.h"
#include "runtime/ir/graph.h"

namespace litevk {

// A PAD as some readers see it.
struct PendingPad {
  ir::TensorId padded = ir::kAbsent;  // tensor that the readers read
  int position = -1;                  // position of the PAD
  std::vector<int> between;           // nodes that pass it on, in other dims or in part
  ir::TensorId source = ir::kAbsent;  // tensor that is padded
  ir::Shape source_dims;              // its dims as readers see them, of which height and width have no zeros
  SpatialPadding zeros;
};

class PendingPads {
 public:
  void Add(PendingPad pad);
  void Add(const PendingPads& others);
  // Finds the PAD by the tensor that readers read. Null when there is none.
  const PendingPad* Find(ir::TensorId padded) const;
  // True if the node is part of a PAD.
  bool Contains(int position) const { return positions_.contains(position); }
  // True if a PAD would have written the tensor.
  bool Makes(ir::TensorId id) const { return Find(id) != nullptr; }

 private:
  std::unordered_map<ir::TensorId, PendingPad> pads_;  // by the tensor that readers read
  std::unordered_set<int> positions_;                  // positions of the nodes of all PADs
};

// Returns the PAD at a position as each of its readers sees it. It has four dims, and pads only height and
// width. Nodes that only add and drop dims of 1, or one that leaves some of the output out, may stand
// between. Returns nothing if a reader does not take the padding.
std::optional<PendingPads> PadsOf(const MatchedNodes& nodes, int position);

}  // namespace litevk
