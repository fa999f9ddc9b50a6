#include "delegate/lower/row_kernels.h"

#include <algorithm>
#include <set>
#include <vector>

namespace litevk {
namespace {

std::vector<EpilogueStep> StepsOf(const NodeView& view, const FusedNode& fused) {
  std::vector<EpilogueStep> steps = OwnStepsOf(view, fused).steps;
  steps.insert(steps.end(), fused.epilogue.begin(), fused.epilogue.end());
  return steps;
}

// For the numbers of rows: a binding beside those of operands, or the push constants of elementwise kernels.
bool HasRoom(const NodeView& view, const FusedNode& fused) {
  if (OwnStepsOf(view, fused).source != ir::kAbsent) return true;
  const std::vector<EpilogueStep> steps = StepsOf(view, fused);
  std::set<ir::TensorId> operands;
  for (const EpilogueStep& step : steps) operands.insert(step.operand);
  operands.erase(ir::kAbsent);
  return operands.size() < kMaxEpilogueOperands;
}

// A part that is joined by a copy is read as rows that end where the joined ones do.
bool JoinsRows(const NodeView& view, const RowView& rows, const std::function<bool(ir::TensorId)>& is_it) {
  const OpSpec& spec = *FindOp(view.node());
  if (spec.joins == nullptr) return false;
  const auto& inputs = view.node().inputs;
  const auto part = static_cast<size_t>(std::ranges::find_if(inputs, is_it) - inputs.begin());
  const RowView joined = spec.joins(view)[part];
  return joined.exists() && rows.row % joined.row == 0 && !rows.has_zeros();
}

bool ReadsInputRows(const NodeView& view, const FusedNode& fused, const RowView& rows,
                    const std::function<bool(ir::TensorId)>& is_it) {
  const OpSpec& spec = *FindOp(view.node());
  if (spec.reads_rows == nullptr || fused.match != nullptr) return false;
  const ir::TensorId input = fused.has_padding ? fused.input : view.input_id(spec.rows_input);
  return is_it(input) && spec.reads_rows(view, view.graph().tensor(input).dims, rows);
}

}  // namespace

// What writes its one output through the epilogue does so in groups of four of its innermost dim; what is
// joined has its parts there.
bool WritesRows(const NodeView& view, const FusedNode& fused, const RowView& rows) {
  const OpSpec& spec = *FindOp(view.node());
  if (fused.match != nullptr || spec.joins == nullptr) {
    return TakesEpilogue(view, fused) && AreInRange(rows, view.output().dims) && HasRoom(view, fused);
  }
  const std::vector<RowView> parts = spec.joins(view);
  for (size_t i = 0; i < parts.size(); ++i) {
    const int64_t elements = view.input(static_cast<int>(i)).dims.NumElements();
    if (!Compose(parts[i], elements, rows).exists()) return false;
  }
  return true;
}

std::string_view SentenceOf(RowReading reading) {
  if (reading == RowReading::kNoBinding) return " has no binding left for rows";
  return reading == RowReading::kOnlyOne ? " reads another operand that is rows" : " reads no rows";
}

RowReading ReadingOf(const NodeView& view, const FusedNode& fused, const RowView& rows,
                     const std::function<bool(ir::TensorId)>& is_it) {
  const std::vector<EpilogueStep> steps = StepsOf(view, fused);
  const auto reads_it = [&](const EpilogueStep& step) { return is_it(step.operand); };
  if (std::ranges::count_if(ReadsOf(view, fused), is_it) != 1) return RowReading::kNone;
  if (JoinsRows(view, rows, is_it) || ReadsInputRows(view, fused, rows, is_it)) return RowReading::kInput;
  if (!CanReadRows(rows, view.output().dims, view.limits())) return RowReading::kNone;
  const auto step = std::ranges::find_if(steps, reads_it);
  if (step != steps.end()) {
    if (step->kind != OperandKind::kElement) return RowReading::kNone;
    if (fused.has_row_operand) return RowReading::kOnlyOne;
    return HasRoom(view, fused) ? RowReading::kOperand : RowReading::kNoBinding;
  }
  const bool is_source = is_it(OwnStepsOf(view, fused).source) && !fused.source_rows.exists();
  if (!is_source) return RowReading::kNone;
  return HasRoom(view, fused) ? RowReading::kSource : RowReading::kNoBinding;
}

}  // namespace litevk
