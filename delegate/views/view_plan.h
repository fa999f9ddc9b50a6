// Which tensors of a partition lie within others, so that nobody has to move them (docs/design/views.md):
// decided once, between fusion and lowering.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/fuse/fused_node.h"
#include "delegate/kernel/row_view.h"
#include "delegate/views/assign_storage.h"
#include "delegate/views/memory_uses.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Why most movement is none: of any node that moves elements, of which no other reason is known.
inline constexpr std::string_view kNotRows = "the elements are not rows of another tensor";

// A tensor that has no memory of its own.
struct TensorView {
  ir::TensorId base = ir::kAbsent;  // has memory of its own; kAbsent: so has this tensor
  RowView rows;                     // of it in the base
  bool is_block = false;            // one row, which begins where a tensor may: kernels need not know of it

  // What the kernels that write or read it have to know of: those that do not exist are a dense tensor.
  RowView KernelRows() const { return is_block ? RowView() : rows; }
};

struct ViewPlan {
  // What two nodes make of one memory has one entry: that of the first of them (RESHAPE).
  std::vector<ir::TensorId> owner;  // by ir::TensorId
  std::vector<TensorView> views;    // by ir::TensorId of the owner
  // By position of a node, and the number of an input that it joins or of an output that it cuts: why that is
  // moved. What is not here is in its place.
  std::map<std::pair<int, int>, std::string> moved;

  ir::TensorId OwnerOf(ir::TensorId id) const { return owner[static_cast<size_t>(id)]; }
  const TensorView& Of(ir::TensorId id) const { return views[static_cast<size_t>(OwnerOf(id))]; }
};

// `nodes` are those of Fuse, in execution order: what is fused into them gets to know of rows too. With
// `enable` false nothing lies within anything else.
ViewPlan PlanViews(const JudgedGraph& judged, std::span<FusedNode> nodes, const RuntimeEdges& edges,
                   const StoragePlan& storage, bool enable);

}  // namespace litevk
