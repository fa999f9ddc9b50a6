// A node with what fusion attached to it: what one `lower` function emits the dispatches of.
#pragma once

#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "delegate/fuse/fusion.h"
#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/gpu_kernel.h"
#include "delegate/kernel/judged_graph.h"
#include "delegate/kernel/row_view.h"
#include "delegate/kernel/spatial_padding.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Made by Fuse (delegate/fuse/fuse.h); rows are set by PlanViews (delegate/views/view_plan.h).
struct FusedNode {
  int position = 0;                          // of the root, in ir::Graph::nodes
  const GpuKernel* kernel = nullptr;         // of the root, or of the pattern that it is the last node of
  std::shared_ptr<const FusionMatch> match;  // of a pattern that the root is the last node of, or null
  std::vector<int> fused_positions;          // of the nodes that disappear into it
  ir::TensorId input = ir::kAbsent;     // replaces input 0: of the PAD that was taken in, or of the pattern
  std::optional<ir::Shape> input_dims;  // of that, as the node has them, where another one stands between
  bool has_padding = false;             // a PAD was taken in: `padding` comes on top of VALID, its
  SpatialPadding padding;               // zeros are values like any other (they count in pooling)
  std::vector<EpilogueStep> epilogue;   // of the nodes after it, in order; the node's own fused
                                        // activation is not in it: `lower` passes that to Emit
  std::vector<IntegerStep> integer_steps;  // likewise, of the nodes after integers
  // Where floats become numbers of 8 bits as they are stored, after the epilogue: the words of
  // shaders/common/number_bounds.glsl. None where floats are stored.
  std::vector<int32_t> stored_numbers;
  ir::TensorId output = ir::kAbsent;  // of the last node of the chain
  RowView result_rows;                // where the output is rows of another tensor: of that one
  RowView source_rows;                // where what the first step is applied to is rows of another tensor
  int64_t common_row = 0;  // elements of which all of these rows, and those of operands of steps, have
                           // whole numbers; 0: nothing is rows

  bool stores_numbers() const { return !stored_numbers.empty(); }
  void KeepRows(const RowView& rows) { common_row = std::gcd(common_row, rows.row); }
};

// Returns the view of the root with its kernel.
NodeView ViewOf(const JudgedGraph& judged, const FusedNode& fused);

// True if steps may follow what the node's kernel computes.
bool TakesEpilogue(const NodeView& view);

// True if steps of integers may follow it.
bool TakesIntegerSteps(const NodeView& view);

// The tensor that the node reads as input `number`: in place of the first one that of a PAD that was taken
// in, or of a pattern.
ir::TensorId InputIdOf(const NodeView& view, const FusedNode& fused, int number);

// Returns the dims of input `number`, as the node has them.
const ir::Shape& InputDimsOf(const NodeView& view, const FusedNode& fused, int number);

// What a dispatch computes of its own before the steps that were fused into it, and the tensor that the first
// of these is applied to, where the dispatch is elementwise. Of other nodes, and where both operands of a
// binary one are stretched, there are none; of a pattern that is no elementwise one there is no such tensor.
struct OwnSteps {
  std::vector<EpilogueStep> steps;
  ir::TensorId source = ir::kAbsent;
};
OwnSteps OwnStepsOf(const NodeView& view, const FusedNode& fused);

// The tensors that the dispatches of a fused node read, each as often as they do.
std::vector<ir::TensorId> ReadsOf(const NodeView& view, const FusedNode& fused);

}  // namespace litevk
