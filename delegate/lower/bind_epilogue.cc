// What a dispatch's epilogue is: its codes, operands and bindings.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

#include "delegate/lower/lowering.h"
#include "runtime/graph/divisor.h"

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

// The numbers of rows, as LoadRows of shaders/common/epilogue.glsl reads them from push constants.
std::array<uint32_t, kRowNumbers> NumbersOf(const EpilogueRows& rows) {
  std::array<uint32_t, kRowNumbers> numbers = {};
  auto next = numbers.begin();
  for (const RowView& view : rows) {
    const gpu::Divisor by_row(view.exists() ? static_cast<uint32_t>(view.row) : 1);
    for (const int64_t number :
         {view.row, view.pitch, view.offset, view.end, int64_t{by_row.multiplier}, int64_t{by_row.shift}}) {
      *next++ = static_cast<uint32_t>(number);
    }
  }
  return numbers;
}

// The same from a binding: floats, which have all of them. A multiplier has more bits and goes in halves,
// since reading it as a float might not keep it.
gpu::TensorId Lowering::AddRows(const EpilogueRows& rows) {
  std::vector<float> numbers;
  std::string key = "rows";
  for (const RowView& view : rows) {
    const gpu::Divisor by_row(view.exists() ? static_cast<uint32_t>(view.row) : 1);
    for (const int64_t number :
         {view.row, view.pitch, view.offset, view.end, int64_t{by_row.multiplier >> 16},
          int64_t{by_row.multiplier & 0xffffU}, int64_t{by_row.shift}, int64_t{0}}) {
      numbers.push_back(static_cast<float>(number));
      key += " " + std::to_string(number);
    }
  }
  const uint64_t bytes = numbers.size() * sizeof(float);
  const auto write = [numbers = std::move(numbers)](std::span<std::byte> to) -> Status {
    std::memcpy(to.data(), numbers.data(), to.size());
    return {};
  };
  return AddConstant("rows", bytes, write, std::move(key));
}

EpilogueRows Lowering::RowsOf(std::span<const EpilogueStep> steps) const {
  EpilogueRows rows = {RowView(), fused_.result_rows, fused_.source_rows};
  for (const EpilogueStep& step : steps) {
    if (RowsOf(step).exists()) rows[0] = RowsOf(step);
  }
  return rows;
}

EpilogueBinding Lowering::BindEpilogue(std::span<const EpilogueStep> steps, const EpilogueRows& rows,
                                       bool binds_rows) {
  assert(steps.size() <= kMaxEpilogueSteps);
  EpilogueBinding binding = {.count = static_cast<uint32_t>(steps.size())};
  binding.outer.fill(1);
  binding.inner.fill(1);
  binding.is_operand_aligned = rows[0].IsWhole(4);
  std::vector<gpu::TensorId> slots;
  if (binds_rows && std::ranges::any_of(rows, &RowView::exists)) slots.push_back(AddRows(rows));
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
