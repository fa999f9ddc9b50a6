#include "delegate/fuse/pending_operands.h"

#include <algorithm>

namespace litevk {
namespace {

bool ReadsElements(const EpilogueStep& step, ir::TensorId id) {
  return step.operand == id && step.kind == OperandKind::kElement;
}

bool IsReadBeside(const NodeView& reader, ir::TensorId id) {
  const EpilogueTraits& traits = reader.kernel().epilogue;
  if (!traits.is_elementwise()) return false;
  for (int input = 0; input < reader.input_count(); ++input) {
    if (!reader.has_input(input) || reader.input_id(input) == id || reader.input_is_known(input)) continue;
    const auto steps = traits.as_steps(reader, input);
    if (std::ranges::any_of(steps, [=](const EpilogueStep& step) { return ReadsElements(step, id); }))
      return true;
  }
  return false;
}

}  // namespace

std::optional<PendingOperand> AsOperand(const NodeView& view, int position, const NodeView& reader) {
  const auto cuts_of = view.kernel().cuts;
  if (cuts_of == nullptr || view.output_count() != 1 || !view.is_final()) return std::nullopt;
  const Cuts cuts = cuts_of(view);
  const StridedView& rows = cuts.outputs[0];
  const ir::Shape& dims = view.output().dims;
  if (!rows.exists() || !CanReadRows(rows, ShortestRow(dims), dims, view.limits())) return std::nullopt;
  if (!IsReadBeside(reader, view.output_id())) return std::nullopt;
  return PendingOperand{
      .position = position, .output = view.output_id(), .source = view.input_id(cuts.input), .rows = rows};
}

const PendingOperand* PendingOperands::Find(ir::TensorId output) const {
  const auto found = operands_.find(output);
  return found == operands_.end() ? nullptr : &found->second;
}

const PendingOperand* PendingOperands::ReadAtSource(std::vector<EpilogueStep>& steps) const {
  for (EpilogueStep& step : steps) {
    const PendingOperand* pending = Find(step.operand);
    if (pending == nullptr || step.kind != OperandKind::kElement) continue;
    step.operand = pending->source;
    step.rows = pending->rows;
    return pending;
  }
  return nullptr;
}

}  // namespace litevk
