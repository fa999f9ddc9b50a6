// Tensors of a partition that lie within others, so that no dispatch has to move them (docs/design/views.md).
// They are chosen once, between fusion and lowering.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/fuse/fused_node.h"
#include "delegate/kernel/strided_view.h"
#include "delegate/views/assign_storage.h"
#include "delegate/views/memory_uses.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Reason for most movements, and for any node that moves elements without another known reason.
inline constexpr std::string_view kNotRows = "the elements are not rows of another tensor";

// A tensor that has no memory of its own.
struct TensorView {
  ir::TensorId base = ir::kAbsent;  // owner of the memory; kAbsent: this tensor has memory of its own
  StridedView rows;                 // place of the tensor in the base
  bool is_block = false;            // one row, which begins where a tensor may: kernels need not know of it

  // Returns the rows that kernels must know which write or read the tensor. They do not exist for a dense
  // tensor.
  StridedView KernelRows() const { return is_block ? StridedView() : rows; }
};

struct ViewPlan {
  // Owner of each tensor's memory. Aliased tensors (RESHAPE) have one owner, the first of them.
  std::vector<ir::TensorId> owner;  // by ir::TensorId
  std::vector<TensorView> views;    // by ir::TensorId of the owner
  // Reason why a node's input that it joins, or output that it cuts, is moved; the others are in place. Keyed
  // by the node's position and the number of the input or output.
  std::map<std::pair<int, int>, std::string> moved;

  ir::TensorId OwnerOf(ir::TensorId id) const { return owner[static_cast<size_t>(id)]; }
  const TensorView& Of(ir::TensorId id) const { return views[static_cast<size_t>(OwnerOf(id))]; }
};

// Plans the views. `nodes` are those of Fuse, in execution order, and their fused steps are told of rows too.
// With `enable` false no tensor lies within another.
ViewPlan PlanViews(const JudgedGraph& judged, std::span<FusedNode> nodes, const RuntimeEdges& edges,
                   const StoragePlan& storage, bool enable);

}  // namespace litevk
