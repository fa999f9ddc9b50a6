// What a dispatch's epilogue is: its codes, operands and bindings.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
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
  const auto value = EvaluateKnown(graph, step.operand);
  if (!value.ok() || value->As<float>().empty()) return step;
  return {.op = step.op, .scalar = value->As<float>()[0]};
}

// Compilers make zero of a product with a constant zero, lavapipe's in spite of `precise`, and NVIDIA's of a
// quotient by a constant infinity. TFLite makes a NaN of these with infinities and NaNs. So such a constant
// is read from memory where a binding is left.
bool IsFoldedToZero(const EpilogueStep& step) {
  if (step.kind != OperandKind::kScalar) return false;
  const bool is_product =
      step.op == EpilogueOp::kMul || step.op == EpilogueOp::kPrelu || step.op == EpilogueOp::kLeakyRelu;
  const bool is_quotient = step.op == EpilogueOp::kDiv || step.op == EpilogueOp::kReverseDiv;
  return (is_product && step.scalar == 0.0F) || (is_quotient && std::isinf(step.scalar));
}

}  // namespace

std::array<uint32_t, kRowNumbers> NumbersOf(const EpilogueRows& rows) {
  std::array<uint32_t, kRowNumbers> numbers = {};
  auto next = numbers.begin();
  for (const RowView& view : rows) {
    const gpu::Divisor by_row(view.exists() ? static_cast<uint32_t>(view.row) : 1);
    for (const int64_t number :
         {view.row, view.pitch, view.offset, int64_t{by_row.multiplier}, int64_t{by_row.shift}}) {
      *next++ = static_cast<uint32_t>(number);
    }
  }
  for (size_t i = 0; i < kMaxEpilogueOperands; ++i) *next++ = static_cast<uint32_t>(rows.at(i).end);
  return numbers;
}

// The same from the first binding, for kernels whose push constants have no room: of the operands in the
// other bindings and of the output, eight floats each, which have all bits of such numbers. A multiplier has
// more and goes in halves, since reading other bits as a float might not keep them.
gpu::TensorId Lowering::AddRows(const EpilogueRows& rows) {
  std::vector<float> floats;
  std::string key = "rows";
  const auto numbers = NumbersOf(rows);
  for (size_t i = 1; i <= kRowsOfResult; ++i) {
    const auto own = std::span(numbers).subspan(i * kNumbersOfRows, kNumbersOfRows);
    const auto end = static_cast<uint32_t>(rows.at(i).end);
    for (const uint32_t number : {own[0], own[1], own[2], end, own[3] >> 16, own[3] & 0xffffU, own[4], 0U}) {
      floats.push_back(static_cast<float>(number));
      key += " " + std::to_string(number);
    }
  }
  const uint64_t bytes = floats.size() * sizeof(float);
  const auto write = [floats = std::move(floats)](std::span<std::byte> to) -> Status {
    std::memcpy(to.data(), floats.data(), to.size());
    return {};
  };
  return AddConstant("rows", bytes, write, std::move(key));
}

// Which binding the step's operand has: one for each tensor that is read as other rows.
size_t Lowering::SlotOf(const EpilogueStep& step, std::vector<gpu::TensorId>& slots, EpilogueRows& rows) {
  const gpu::TensorId operand = step.operand == ir::kAbsent ? Zeros() : Map(step.operand);
  const RowView wanted = RowsOf(step);
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    RowView& own = rows.at(slot);
    if (slots[slot] != operand || (wanted.exists() && own.exists() && own != wanted)) continue;
    if (wanted.exists()) own = wanted;
    return slot;
  }
  slots.push_back(operand);
  rows.at(slots.size() - 1) = wanted;
  return slots.size() - 1;
}

bool Lowering::HasRows(std::span<const EpilogueStep> steps) const {
  const auto is_in_rows = [this](const EpilogueStep& step) { return RowsOf(step).exists(); };
  return fused_.result_rows.exists() || fused_.source_rows.exists() || std::ranges::any_of(steps, is_in_rows);
}

EpilogueBinding Lowering::BindEpilogue(std::span<const EpilogueStep> steps, bool is_last, bool binds_rows) {
  assert(steps.size() <= kMaxEpilogueSteps);
  EpilogueBinding binding = {.count = static_cast<uint32_t>(steps.size())};
  binding.outer.fill(1);
  binding.inner.fill(1);
  if (is_last) {
    binding.rows[kRowsOfResult] = ResultWords();
    binding.rows[kRowsOfSource] = fused_.source_rows;
  }
  std::vector<gpu::TensorId> slots;
  // The numbers are added when all are known.
  const bool has_numbers = is_last && binds_rows && HasRows(steps);
  if (has_numbers) slots.push_back(gpu::kNoTensor);
  for (size_t i = 0; i < steps.size(); ++i) {
    EpilogueStep step = WithImmediate(view_.graph(), steps[i]);
    // A zero is in memory in any case.
    const bool is_in_memory = step.scalar == 0.0F || steps[i].operand != ir::kAbsent;
    if (IsFoldedToZero(step) && is_in_memory && slots.size() < kMaxEpilogueOperands) {
      step.kind = OperandKind::kSingle;
      if (step.scalar != 0.0F) step.operand = steps[i].operand;
    }
    size_t slot = 0;
    if (step.kind != OperandKind::kScalar) {
      slot = SlotOf(step, slots, binding.rows);
      if (step.kind == OperandKind::kRepeated) {
        binding.outer.at(slot) = step.outer;
        binding.inner.at(slot) = step.inner;
      }
    }
    binding.op[i] = static_cast<uint32_t>(step.op);
    const bool is_in_rows = RowsOf(step).exists();
    binding.operand[i] = OperandCode{step.kind, static_cast<uint32_t>(slot), is_in_rows}.Encode();
    binding.scalar[i] = step.scalar;
  }
  if (has_numbers) slots[0] = AddRows(binding.rows);
  assert(slots.size() <= kMaxEpilogueOperands);
  slots.resize(kMaxEpilogueOperands, Zeros());
  std::ranges::copy(slots, binding.slots.begin());
  return binding;
}

// A step's own, or those of an operand that lies in another tensor.
RowView Lowering::RowsOf(const EpilogueStep& step) const {
  if (step.operand == ir::kAbsent) return {};
  return RowsWithin(step, out_.views.Of(step.operand).KernelRows(), view_.output().dims.NumElements());
}

}  // namespace litevk
