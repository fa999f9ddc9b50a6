// The codes, operands and bindings of a dispatch's epilogue.
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

// Returns the step with a known operand of one element as an immediate. A value that cannot be evaluated
// stays an operand: writing its constant then fails, and with it the building of the executable.
EpilogueStep WithImmediate(const ir::Graph& graph, const EpilogueStep& step) {
  if (step.kind != OperandKind::kSingle || !graph.tensor(step.operand).is_known()) return step;
  const auto value = EvaluateKnown(graph, step.operand);
  if (!value.ok() || value->As<float>().empty()) return step;
  return {.op = step.op, .scalar = value->As<float>()[0]};
}

// True if compilers would fold the step's result to zero. They make zero of a product with a constant zero,
// lavapipe's in spite of `precise`, and NVIDIA's of a quotient by a constant infinity. TFLite makes a NaN of
// these with infinities and NaNs. So such a constant is read from memory if a binding is left.
bool IsFoldedToZero(const EpilogueStep& step) {
  if (step.kind != OperandKind::kScalar) return false;
  const bool is_product =
      step.op == EpilogueOp::kMul || step.op == EpilogueOp::kPrelu || step.op == EpilogueOp::kLeakyRelu;
  const bool is_quotient = step.op == EpilogueOp::kDiv || step.op == EpilogueOp::kReverseDiv;
  return (is_product && step.scalar == 0.0F) || (is_quotient && std::isinf(step.scalar));
}

// Returns the number of bindings for the operands of steps. Zeros without a tensor share one.
size_t CountBindings(std::span<const EpilogueStep> steps) {
  const bool has_zeros = std::ranges::any_of(steps, [](const EpilogueStep& step) {
    return step.kind != OperandKind::kScalar && step.operand == ir::kAbsent;
  });
  return CountOperands(steps) + (has_zeros ? 1 : 0);
}

// Returns the steps with immediates for known values. A value that would be folded to zero is read from
// memory instead if the operands of all steps leave a binding.
std::vector<EpilogueStep> StepsToBind(const ir::Graph& graph, std::span<const EpilogueStep> steps) {
  std::vector<EpilogueStep> bound;
  bound.reserve(steps.size());
  for (const EpilogueStep& step : steps) bound.push_back(WithImmediate(graph, step));
  for (size_t i = 0; i < bound.size(); ++i) {
    const bool is_zero = bound[i].scalar == 0.0F;  // in memory in any case
    if (!IsFoldedToZero(bound[i]) || (!is_zero && steps[i].operand == ir::kAbsent)) continue;
    std::vector<EpilogueStep> read = bound;
    read[i].kind = OperandKind::kSingle;
    if (!is_zero) read[i].operand = steps[i].operand;
    if (CountBindings(read) <= kMaxEpilogueOperands) bound = std::move(read);
  }
  return bound;
}

gpu::Divisor DivisorOf(const StridedView& view) {
  return gpu::Divisor(view.exists() ? static_cast<uint32_t>(view.row) : 1);
}

}  // namespace

std::array<uint32_t, kRowIntegers> IntegersOf(const EpilogueRows& rows) {
  std::array<uint32_t, kRowIntegers> integers = {};
  auto next = integers.begin();
  for (const StridedView& view : rows) {
    const gpu::Divisor by_row = DivisorOf(view);
    for (const int64_t integer :
         {view.row, view.pitch, view.offset, int64_t{by_row.multiplier}, int64_t{by_row.shift}}) {
      *next++ = static_cast<uint32_t>(integer);
    }
  }
  for (size_t i = 0; i < kMaxEpilogueOperands; ++i) *next++ = static_cast<uint32_t>(rows.at(i).end);
  return integers;
}

std::array<uint32_t, kBoundIntegers*(kRowsOfResult + 1)> BoundIntegersOf(const EpilogueRows& rows) {
  std::array<uint32_t, kBoundIntegers*(kRowsOfResult + 1)> integers = {};
  for (size_t i = 0; i <= kRowsOfResult; ++i) {
    const StridedView& view = rows.at(i);
    const gpu::Divisor by_row = DivisorOf(view);
    const std::array<int64_t, kBoundIntegers> own = {view.row, view.pitch,        view.offset,
                                                     view.end, by_row.multiplier, by_row.shift};
    std::ranges::transform(own, integers.begin() + static_cast<std::ptrdiff_t>(i * kBoundIntegers),
                           [](int64_t integer) { return static_cast<uint32_t>(integer); });
  }
  return integers;
}

// Adds a constant with the numbers of rows, for kernels whose push constants have no room for them. Behind
// these stand the words of the values that floats become.
gpu::TensorId Lowering::AddEpilogueIntegers(const EpilogueRows& rows, std::span<const int32_t> stored) {
  const auto of_rows = BoundIntegersOf(rows);
  std::vector<uint32_t> integers(of_rows.begin(), of_rows.end());
  integers.insert(integers.end(), stored.begin(), stored.end());
  std::string key = "epilogue";
  for (const uint32_t integer : integers) key += " " + std::to_string(integer);
  const size_t words = integers.size();
  const auto write = [integers = std::move(integers)](std::span<std::byte> to) -> Status {
    std::memcpy(to.data(), integers.data(), to.size());
    return {};
  };
  return AddConstant("epilogue integers", words, gpu::Storage::kBits32, write, std::move(key));
}

// Returns the index of the binding for the step's operand: one for each tensor that is read as a different
// view.
size_t Lowering::SlotOf(const EpilogueStep& step, std::vector<gpu::TensorId>& slots, EpilogueRows& rows) {
  const gpu::TensorId operand = step.operand == ir::kAbsent ? Zeros() : Map(step.operand);
  const StridedView wanted = RowsOf(step);
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    StridedView& own = rows.at(slot);
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
  const std::vector<EpilogueStep> bound = StepsToBind(view_.graph(), steps);
  std::vector<gpu::TensorId> slots;
  for (size_t i = 0; i < bound.size(); ++i) {
    const EpilogueStep& step = bound[i];
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
  binding.stores_quantized = is_last && fused_.epilogue.store.as == StoredAs::kQuantized;
  const bool has_quantized = binding.stores_quantized || (is_last && binds_rows && HasRows(steps));
  binding.integers =
      has_quantized ? AddEpilogueIntegers(binding.rows, fused_.epilogue.store.constants) : Zeros();
  assert(slots.size() <= kMaxEpilogueOperands);
  slots.resize(kMaxEpilogueOperands, Zeros());
  std::ranges::copy(slots, binding.slots.begin());
  return binding;
}

// Returns a step's own rows, or those of an operand that is part of another tensor.
StridedView Lowering::RowsOf(const EpilogueStep& step) const {
  if (step.operand == ir::kAbsent) return {};
  return RowsWithin(step, out_.views.Of(step.operand).KernelRows(), view_.output().dims.NumElements());
}

}  // namespace litevk
