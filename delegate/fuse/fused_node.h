// A node with the nodes that fusion attached to it. One `lower` function emits their dispatches.
#pragma once

#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "delegate/fuse/fusion.h"
#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/gpu_kernel.h"
#include "delegate/kernel/judged_graph.h"
#include "delegate/kernel/spatial_padding.h"
#include "delegate/kernel/strided_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

// A root and the nodes that were fused into it. Fuse makes it (delegate/fuse/fuse.h); PlanViews sets its rows
// (delegate/views/view_plan.h).
struct FusedNode {
  int position = 0;                          // the root's, in ir::Graph::nodes
  const GpuKernel* kernel = nullptr;         // the root's, or that of the pattern whose last node it is
  std::shared_ptr<const FusionMatch> match;  // match of a pattern whose last node the root is, or null
  std::vector<int> fused_positions;          // nodes that disappear into the root
  ir::TensorId input = ir::kAbsent;          // replaces input 0: source of a fused PAD, or pattern's input
  std::optional<ir::Shape> input_dims;       // its dims as the node has them, if a node stands between
  bool has_padding = false;                  // a PAD was fused in: `padding` comes on top of VALID, its
  SpatialPadding padding;                    // zeros are values like any other (they count in pooling)
  Epilogue epilogue;                         // steps of the nodes after it; the node's own fused activation
                                             // is not in it: `lower` passes that to Emit
  ir::TensorId output = ir::kAbsent;         // output of the last node of the chain
  StridedView result_rows;                   // view of the output in another tensor, if it is a part of one
  StridedView source_rows;  // view of the first step's source in another tensor, if it is a part
  int64_t common_row = 0;   // elements of which all of these rows, and the rows of steps' operands, are
                            // multiples; 0: nothing is rows

  void KeepRows(const StridedView& rows) { common_row = std::gcd(common_row, rows.row); }
};

// Returns the view of the root with its kernel.
NodeView ViewOf(const JudgedGraph& judged, const FusedNode& fused);

// Returns the arithmetic of steps that may follow the node's kernel; null if none may.
const EpilogueArithmetic* TakenArithmetic(const NodeView& view);

// Returns the tensor that the node reads as input `index`. Input 0 is that of a PAD that was fused in, or of
// a pattern, if there is one.
ir::TensorId InputIdOf(const NodeView& view, const FusedNode& fused, int index);

// Returns the dims of input `index`, as the node has them.
const ir::Shape& InputDimsOf(const NodeView& view, const FusedNode& fused, int index);

// Steps that a dispatch computes before those that were fused into it. If the dispatch is elementwise,
// `source` is the tensor that the first step is applied to. There are no steps for other nodes, and for a
// binary node that stretches both operands. A pattern that is not elementwise has no such tensor.
struct OwnSteps {
  std::vector<EpilogueStep> steps;
  ir::TensorId source = ir::kAbsent;
};
OwnSteps OwnStepsOf(const NodeView& view, const FusedNode& fused);

// Returns the tensors that the dispatches of a fused node read, each as often as they read it.
std::vector<ir::TensorId> ReadsOf(const NodeView& view, const FusedNode& fused);

}  // namespace litevk
