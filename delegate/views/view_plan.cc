#include "delegate/views/view_plan.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "delegate/fuse/fused_node.h"
#include "delegate/views/memory_uses.h"
#include "delegate/views/rejoined.h"
#include "delegate/views/row_kernels.h"
#include "runtime/graph/memory_plan.h"

namespace litevk {
namespace {

constexpr std::string_view kInterpreters = "the tensor lies in the interpreter's memory";
constexpr std::string_view kPlacedAlready = "the tensor lies in another one already";

class ViewPlanner {
 public:
  ViewPlanner(const JudgedGraph& judged, std::span<FusedNode> nodes, const MemoryUses& uses,
              const StoragePlan& storage)
      : judged_(judged), graph_(judged.graph), nodes_(nodes), uses_(uses), storage_(storage) {
    plan_.owner = uses_.owners();
    plan_.views.resize(graph_.tensors.size());
  }

  // Plans joins before the nodes whose results they join, so that a tensor that is joined twice is placed
  // once. Then plans cuts of tensors that have their place.
  ViewPlan Plan(bool enable) && {
    if (!enable) {
      for (const FusedNode& fused : nodes_) MoveAll(fused);
      return std::move(plan_);
    }
    for (size_t i = nodes_.size(); i-- > 0;) PlaceJoined(nodes_[i]);
    for (FusedNode& fused : nodes_) PlaceCut(fused);
    return std::move(plan_);
  }

 private:
  const ir::Node& Node(const FusedNode& fused) const { return judged_.Node(fused.position); }
  NodeView View(const FusedNode& fused) const { return litevk::ViewOf(judged_, fused); }
  std::string NameOf(const FusedNode& fused) const {
    return std::string(FindOpInfo(Node(fused))->name) + " (node " + std::to_string(Node(fused).index) + ")";
  }
  TensorView& ViewOf(ir::TensorId id) { return plan_.views[static_cast<size_t>(plan_.OwnerOf(id))]; }

  void MoveAll(const FusedNode& fused);
  void PlaceJoined(FusedNode& fused);
  void PlaceCut(FusedNode& fused);
  std::vector<std::optional<CutPart>> CutsOfInputs(const FusedNode& joiner);
  void PlaceRejoined(const FusedNode& joiner, const std::vector<StridedView>& parts);
  bool IsRejoined(ir::TensorId id, const FusedNode& joiner) const {
    return rejoined_.contains({plan_.OwnerOf(id), &joiner});
  }
  std::string_view ReasonAgainstJoining(ir::TensorId id);
  std::string_view ReasonAgainstCutting(ir::TensorId id, const StridedView& rows);
  std::string Place(ir::TensorId id, ir::TensorId base, const StridedView& rows, const FusedNode* joiner);
  TensorView ViewInto(ir::TensorId base, const StridedView& rows, ir::TensorId id);
  std::string ReasonAgainstRows(ir::TensorId id, const StridedView& rows, const FusedNode* joiner);
  RowReading HowItReads(const FusedNode& reader, ir::TensorId id, const StridedView& rows) const {
    const auto is_it = [this, id](ir::TensorId other) {
      return other != ir::kAbsent && plan_.OwnerOf(other) == plan_.OwnerOf(id);
    };
    return ReadingOf(View(reader), reader, {rows, storage_.ElementBytes(id), is_it});
  }

  const JudgedGraph& judged_;
  const ir::Graph& graph_;
  std::span<FusedNode> nodes_;
  const MemoryUses& uses_;
  const StoragePlan& storage_;
  ViewPlan plan_;
  std::set<std::pair<ir::TensorId, const FusedNode*>> rejoined_;
};

void ViewPlanner::MoveAll(const FusedNode& fused) {
  const GpuKernel& kernel = *fused.kernel;
  if (kernel.joins == nullptr && kernel.cuts == nullptr) return;
  const size_t parts = kernel.joins != nullptr ? Node(fused).inputs.size() : Node(fused).outputs.size();
  for (size_t i = 0; i < parts; ++i) {
    plan_.moved[{fused.position, static_cast<int>(i)}] = "fusion is switched off";
  }
}

void ViewPlanner::PlaceJoined(FusedNode& fused) {
  if (fused.kernel->joins == nullptr) return;
  const std::vector<StridedView> parts = fused.kernel->joins(View(fused));
  PlaceRejoined(fused, parts);
  for (size_t i = 0; i < parts.size(); ++i) {
    const ir::TensorId id = Node(fused).inputs[i];
    if (IsRejoined(id, fused)) continue;
    std::string reason(ReasonAgainstJoining(id));
    if (reason.empty()) reason = Place(id, fused.output, parts[i], &fused);
    if (!reason.empty()) plan_.moved[{fused.position, static_cast<int>(i)}] = std::move(reason);
  }
}

// Returns for each input, in order, the cut that it comes from, if it is cut out of another tensor.
std::vector<std::optional<CutPart>> ViewPlanner::CutsOfInputs(const FusedNode& joiner) {
  std::vector<std::optional<CutPart>> found;
  for (const ir::TensorId id : Node(joiner).inputs) {
    std::optional<CutPart>& part = found.emplace_back();
    const FusedNode* writer = uses_.Of(id).writer;
    if (writer == nullptr || writer->kernel->cuts == nullptr || !writer->epilogue.empty()) continue;
    const Cuts cuts = writer->kernel->cuts(View(*writer));
    const auto& outputs = Node(*writer).outputs;
    const auto output = std::ranges::find(outputs, plan_.OwnerOf(id));
    if (output == outputs.end()) continue;
    const ir::TensorId base = Node(*writer).inputs[static_cast<size_t>(cuts.input)];
    part = {.base = plan_.OwnerOf(base),
            .rows = cuts.outputs[static_cast<size_t>(output - outputs.begin())],
            .elements = graph_.tensor(id).dims.NumElements(),
            .base_elements = graph_.tensor(base).dims.NumElements()};
    const auto is_it = [&](ir::TensorId other) { return plan_.OwnerOf(other) == plan_.OwnerOf(id); };
    if (part->rows.has_zeros() || std::ranges::count_if(Node(joiner).inputs, is_it) > 1) part.reset();
  }
  return found;
}

// Places tensors that are joined again. Their parts lie in the joined tensor with them, whether they are read
// there or not.
void ViewPlanner::PlaceRejoined(const FusedNode& joiner, const std::vector<StridedView>& parts) {
  for (const Rejoined& whole : FindRejoined(parts, CutsOfInputs(joiner))) {
    if (!ReasonAgainstJoining(whole.base).empty()) continue;
    if (!Place(whole.base, joiner.output, whole.rows, &joiner).empty()) continue;
    for (const int part : whole.parts) {
      rejoined_.emplace(plan_.OwnerOf(Node(joiner).inputs[static_cast<size_t>(part)]), &joiner);
    }
  }
}

std::string_view ViewPlanner::ReasonAgainstJoining(ir::TensorId id) {
  if (graph_.tensor(uses_.OwnerOf(id)).is_known()) return "the tensor is a constant";
  if (uses_.Of(id).is_input || uses_.Of(id).is_output) return kInterpreters;
  return ViewOf(id).base != ir::kAbsent ? kPlacedAlready : "";
}

// Places the outputs that the node cuts. A node with an epilogue computes, which is no movement.
void ViewPlanner::PlaceCut(FusedNode& fused) {
  if (fused.kernel->cuts == nullptr || !fused.epilogue.empty() || IsAlias(View(fused))) return;
  const Cuts cuts = fused.kernel->cuts(View(fused));
  const ir::TensorId base = Node(fused).inputs[static_cast<size_t>(cuts.input)];
  for (size_t i = 0; i < cuts.outputs.size(); ++i) {
    const ir::TensorId id = Node(fused).outputs[i];
    std::string reason(ReasonAgainstCutting(id, cuts.outputs[i]));
    if (reason.empty()) reason = Place(id, base, cuts.outputs[i], nullptr);
    if (!reason.empty()) plan_.moved[{fused.position, static_cast<int>(i)}] = std::move(reason);
  }
}

std::string_view ViewPlanner::ReasonAgainstCutting(ir::TensorId id, const StridedView& rows) {
  if (uses_.Of(id).is_output) return kInterpreters;
  if (ViewOf(id).base != ir::kAbsent) return kPlacedAlready;
  return rows.has_zeros() ? "zeros are read from memory" : "";
}

// Places the tensor in `base`, which `joiner` joins it into, or which it is cut out of. Returns the reason if
// the tensor has memory of its own.
std::string ViewPlanner::Place(ir::TensorId id, ir::TensorId base, const StridedView& rows,
                               const FusedNode* joiner) {
  if (uses_.IsRecast(id) || uses_.IsRecast(base)) return std::string(kNotRows);
  if (storage_.ElementBytes(id) != storage_.ElementBytes(base)) return std::string(kNotRows);
  const TensorView view = ViewInto(base, rows, id);
  if (!view.rows.exists()) return std::string(kNotRows);
  // A state has another memory after it was written.
  if (graph_.tensor(view.base).is_variable) return "the tensor is a state";
  if (!view.is_block) {
    std::string reason = ReasonAgainstRows(id, view.rows, joiner);
    if (!reason.empty()) return reason;
    for (FusedNode* reader : uses_.Of(id).readers) {
      if (reader == joiner || IsRejoined(id, *reader)) continue;
      const RowReading reading = HowItReads(*reader, id, view.rows);
      if (reading.is_source) reader->source_rows = view.rows;
      if (reading.keeps_rows) reader->KeepRows(view.rows);
    }
    const bool is_written = joiner != nullptr && uses_.Of(id).writer->kernel->joins == nullptr;
    if (is_written && uses_.IsLast(id)) {
      uses_.Of(id).writer->result_rows = view.rows;
      uses_.Of(id).writer->KeepRows(view.rows);
    }
  }
  ViewOf(id) = view;
  return {};
}

// Returns the view in the tensor that has memory of its own.
TensorView ViewPlanner::ViewInto(ir::TensorId base, const StridedView& rows, ir::TensorId id) {
  const int64_t elements = graph_.tensor(id).dims.NumElements();
  TensorView view = {.base = plan_.OwnerOf(base), .rows = rows};
  if (const TensorView& outer = ViewOf(base); outer.base != ir::kAbsent) {
    view = {.base = outer.base, .rows = Compose(rows, elements, outer.rows)};
  }
  const auto alignment = static_cast<int64_t>(gpu::PlacementAlignment(judged_.limits));
  const int64_t offset_bytes = view.rows.offset * storage_.ElementBytes(id);
  view.is_block = view.rows.row == elements && offset_bytes % alignment == 0;
  return view;
}

// Returns why the tensor cannot be rows. Rows that are no block concern the kernels that write and read them.
std::string ViewPlanner::ReasonAgainstRows(ir::TensorId id, const StridedView& rows,
                                           const FusedNode* joiner) {
  const MemoryUses::Use& use = uses_.Of(id);
  if (joiner != nullptr &&
      !WritesRows(View(*use.writer), *use.writer, {graph_.tensor(id), rows, storage_.ElementBytes(id)},
                  uses_.IsLast(id))) {
    return NameOf(*use.writer) + " writes no rows";
  }
  if (std::ranges::count(use.readers, joiner) > 1) return "the tensor is joined twice";
  for (const FusedNode* reader : use.readers) {
    if (reader == joiner || IsRejoined(id, *reader)) continue;
    const RowReading reading = HowItReads(*reader, id, rows);
    if (!reading.against.empty()) return NameOf(*reader) + std::string(reading.against);
  }
  return {};
}

}  // namespace

ViewPlan PlanViews(const JudgedGraph& judged, std::span<FusedNode> nodes, const RuntimeEdges& edges,
                   const StoragePlan& storage, bool enable) {
  const MemoryUses uses(judged, nodes, edges, storage);
  return ViewPlanner(judged, nodes, uses, storage).Plan(enable);
}

}  // namespace litevk
