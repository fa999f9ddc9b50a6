#include "delegate/ops/move/rows.h"

#include "delegate/ops/move/strided.h"

namespace litevk {
namespace {

// Returns the views of tensors whose elements take turns in `rows` rows, as rows of all of them; none for
// empty tensors.
std::vector<StridedView> RowsInTurn(std::span<const ir::TensorId> parts, const ir::Graph& graph,
                                    int64_t rows) {
  std::vector<StridedView> views;
  int64_t pitch = 0;
  for (const ir::TensorId id : parts) {
    const int64_t row = rows == 0 ? 0 : graph.tensor(id).dims.NumElements() / rows;
    views.push_back(RowsAt(row, 0, pitch));
    pitch += row;
  }
  for (StridedView& view : views) view.pitch = rows == 1 ? view.row : pitch;
  return views;
}

StridedCopy CopyOfPart(const NodeView& view, const StridedView& part, int output) {
  const int64_t rows = view.output(output).dims.NumElements() / part.row;
  return {.source = {{.size = rows, .stride = part.pitch}, {.size = part.row, .stride = 1}},
          .source_offset = part.offset,
          .output = output};
}

// Returns the place that a part is moved to. The joined tensor may itself be rows of another one.
StridedView Target(const Lowering& lowering, const StridedView& rows, int64_t elements) {
  const StridedView joined = lowering.OutputRows();
  return joined.exists() ? Compose(rows, elements, joined) : rows;
}

}  // namespace

std::vector<StridedView> JoinedRows(const NodeView& view, int64_t rows) {
  return RowsInTurn(view.node().inputs, view.graph(), rows);
}

Cuts CutRows(const NodeView& view, int input, int64_t rows) {
  return {.input = input, .outputs = RowsInTurn(view.node().outputs, view.graph(), rows)};
}

StridedCopy CopyToJoined(const Lowering& lowering, int input, const StridedView& part) {
  const int64_t elements = lowering.view().input(input).dims.NumElements();
  const StridedView target = Target(lowering, part, elements);
  return {
      .source = {{.size = elements / target.row, .stride = target.row}, {.size = target.row, .stride = 1}},
      .result_pitch = target.pitch,
      .result_offset = target.offset};
}

void LowerJoin(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const std::vector<StridedView> parts = lowering.kernel().joins(view);
  for (int i = 0; i < view.input_count(); ++i) {
    const StridedView& part = parts[static_cast<size_t>(i)];
    if (lowering.IsInPlace(i) || !part.exists()) continue;
    EmitCopyOf(lowering, i, CopyToJoined(lowering, i, part));
  }
}

void LowerCut(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const Cuts cuts = lowering.kernel().cuts(view);
  for (int i = 0; i < view.output_count(); ++i) {
    const StridedView& part = cuts.outputs[static_cast<size_t>(i)];
    if (lowering.IsInPlace(i) || !part.exists()) continue;
    EmitCopyOf(lowering, cuts.input, CopyOfPart(view, part, i));
  }
}

bool ReadsCutRows(const NodeView& view, const StridedInput& input) {
  const Cuts cuts = view.kernel().cuts(view);
  if (input.index != cuts.input) return false;
  for (int i = 0; i < view.output_count(); ++i) {
    const StridedView& part = cuts.outputs[static_cast<size_t>(i)];
    if (part.exists() && !InRows(CopyOfPart(view, part, i), input.rows)) return false;
  }
  return true;
}

}  // namespace litevk
