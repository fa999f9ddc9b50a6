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

// One as some readers see it.
struct PendingPad {
  ir::TensorId padded = ir::kAbsent;  // what they read
  int position = -1;                  // of the PAD
  std::vector<int> between;           // of nodes that hand it on, in other dims or in part
  ir::TensorId source = ir::kAbsent;  // what is padded
  ir::Shape source_dims;              // with the dims that they see, of which height and width have no zeros
  SpatialPadding zeros;
};

class PendingPads {
 public:
  void Add(PendingPad pad);
  void Add(const PendingPads& others);
  // By what readers read. Null when there is none.
  const PendingPad* Find(ir::TensorId padded) const;
  // Whether the node is part of one.
  bool Contains(int position) const { return positions_.contains(position); }
  // Whether a tensor is what one would have written.
  bool Makes(ir::TensorId id) const { return Find(id) != nullptr; }

 private:
  std::unordered_map<ir::TensorId, PendingPad> pads_;  // by what readers read
  std::unordered_set<int> positions_;                  // of the nodes of all
};

// The PAD at a position as each of its readers sees it: of four dims, of which height and width are all that
// is padded. Nodes that only add and drop dims of 1, or one that leaves some of the output out, may stand
// between. Nothing where a reader does not take the padding.
std::optional<PendingPads> PadsOf(const MatchedNodes& nodes, int position);

}  // namespace litevk
