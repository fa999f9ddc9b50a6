// What a dispatch's epilogue is: its codes, operands and bindings.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"

namespace litevk {
namespace {

// The step with a known operand of one element as an immediate. A value that cannot be evaluated stays an
// operand: writing its constant then fails, and with it the building of the executable.
EpilogueStep WithImmediate(const ir::Graph& graph, const EpilogueStep& step) {
  if (step.kind != OperandKind::kSingle || !graph.tensor(step.operand).is_known()) return step;
  if (graph.tensor(step.operand).type != ir::DataType::kFloat32) return step;
  const auto value = EvaluateKnown(graph, step.operand);
  if (!value.ok() || value->floats().empty()) return step;
  return {.op = step.op, .scalar = value->floats()[0]};
}

// Compilers make zero of a product with a constant zero, lavapipe's in spite of `precise`, and TFLite a NaN
// of an infinity's and a NaN's. So the zero is read from memory where a binding is left.
bool IsProductWithZero(const EpilogueStep& step) {
  const bool is_product =
      step.op == EpilogueOp::kMul || step.op == EpilogueOp::kPrelu || step.op == EpilogueOp::kLeakyRelu;
  return is_product && step.kind == OperandKind::kScalar && step.scalar == 0.0F;
}

}  // namespace

// The numbers of rows, as LOAD_ROWS of shaders/common/epilogue.glsl reads them.
gpu::TensorId Lowering::AddRows(const std::array<RowView, 3>& rows) {
  std::array<float, 12> numbers = {};  // four of each
  std::string key = "rows";
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::array parts = {rows[i].row, rows[i].pitch, rows[i].offset, rows[i].end};
    for (size_t k = 0; k < parts.size(); ++k) {
      numbers[4 * i + k] = static_cast<float>(parts[k]);
      key += " " + std::to_string(parts[k]);
    }
  }
  const auto write = [numbers](std::span<std::byte> bytes) -> Status {
    std::memcpy(bytes.data(), numbers.data(), sizeof(numbers));
    return {};
  };
  return AddConstant("rows", sizeof(numbers), write, std::move(key));
}

EpilogueBinding Lowering::BindEpilogue(std::span<const EpilogueStep> steps, bool is_last) {
  assert(steps.size() <= kMaxEpilogueSteps);
  EpilogueBinding binding = {.count = static_cast<uint32_t>(steps.size())};
  binding.outer.fill(1);
  binding.inner.fill(1);
  std::vector<gpu::TensorId> slots;
  if (is_last) {
    std::array<RowView, 3> rows = {RowView(), fused_.result_rows, fused_.source_rows};
    for (const EpilogueStep& step : steps) {
      if (RowsOf(step).exists()) rows[0] = RowsOf(step);
    }
    binding.is_operand_aligned = rows[0].IsWhole(4);
    if (std::ranges::any_of(rows, &RowView::exists)) slots.push_back(AddRows(rows));
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    EpilogueStep step = WithImmediate(view_.graph(), steps[i]);
    if (IsProductWithZero(step) && slots.size() < kMaxEpilogueOperands) step.kind = OperandKind::kSingle;
    uint32_t slot = 0;
    if (step.kind != OperandKind::kScalar) {
      const gpu::TensorId operand = step.operand == ir::kAbsent ? Zeros() : Map(step.operand);
      auto found = std::ranges::find(slots, operand);
      if (found == slots.end()) found = slots.insert(slots.end(), operand);
      slot = static_cast<uint32_t>(found - slots.begin());
      if (step.kind == OperandKind::kRepeated) {
        binding.outer.at(slot) = step.outer;
        binding.inner.at(slot) = step.inner;
      }
    }
    binding.op[i] = static_cast<uint32_t>(step.op);
    const OperandKind kind = RowsOf(step).exists() ? OperandKind::kRows : step.kind;
    binding.operand[i] = static_cast<uint32_t>(kind) | slot << kOperandKindBits;
    binding.scalar[i] = step.scalar;
  }
  assert(slots.size() <= kMaxEpilogueOperands);
  slots.resize(kMaxEpilogueOperands, Zeros());
  std::ranges::copy(slots, binding.slots.begin());
  return binding;
}

// A step's own, or those of an operand that lies in another tensor.
RowView Lowering::RowsOf(const EpilogueStep& step) const {
  if (step.rows.exists() || step.kind != OperandKind::kElement) return step.rows;
  const TensorView& view = out_.views.Of(step.operand);
  return view.is_block ? RowView() : view.rows;
}

}  // namespace litevk
