// The elementwise program that every compute shader runs on a value before storing it
// (shaders/common/epilogue.glsl reads the same codes). Activations, residual additions and chains of
// unary and binary operators become steps of it instead of dispatches of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "delegate/kernel/row_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

// kNone and the steps of elementwise.inc, kAdd first. That file says what each of them computes.
enum class EpilogueOp : uint32_t {
  kNone,
#define LITEVK_STEP(step, rule, where, glsl) k##step,
#define LITEVK_UNARY(builtin, stem, step, rule, where, glsl) k##step,
#define LITEVK_BINARY(builtin, stem, step, reverse)
#define LITEVK_CHOICE(builtin, stem, step, reverse)
#include "delegate/kernel/elementwise.inc"
#undef LITEVK_CHOICE
#undef LITEVK_BINARY
#undef LITEVK_UNARY
#undef LITEVK_STEP
};

// True if every kernel with an epilogue knows the step; false if only those of elementwise operators do.
bool IsEverywhere(EpilogueOp op);

// Name and formula of a step: "Add", and "v + x" for the running value v and the step's operand x.
struct StepText {
  std::string_view name;
  std::string_view glsl;
};
// Returns the step's name and formula; no name for a code that is no step's.
StepText Describe(EpilogueOp op);

enum class OperandKind : uint32_t {
  kScalar = 0,   // EpilogueStep::scalar
  kElement = 1,  // a tensor of the output's shape
  kChannel = 2,  // a tensor whose only dim above 1 is the innermost, equal to the output's
  kSingle = 3,   // a runtime tensor of one element
  // A tensor of the output's dims, except for consecutive dims of 1, the innermost not among them. Each run
  // of `outer` output elements reads the same `inner` elements of it, again and again.
  kRepeated = 4,
};

// A step's specialization constant. It has the kind of the operand, its binding, and a flag: the operand is a
// strided view of what is bound (delegate/kernel/row_view.h).
struct OperandCode {
  OperandKind kind = OperandKind::kScalar;
  uint32_t slot = 0;
  bool is_in_rows = false;

  constexpr uint32_t Encode() const {
    return static_cast<uint32_t>(kind) | slot << 3 | static_cast<uint32_t>(is_in_rows) << 5;
  }
  static constexpr OperandCode Decode(uint32_t code) {
    return {static_cast<OperandKind>(code & 7U), code >> 3 & 3U, code >> 5 != 0};
  }
};

struct EpilogueStep {
  EpilogueOp op = EpilogueOp::kNone;
  OperandKind kind = OperandKind::kScalar;
  ir::TensorId operand = ir::kAbsent;  // every kind but kScalar has one
  float scalar = 0.0F;                 // for kScalar
  uint32_t outer = 0;                  // for kRepeated
  uint32_t inner = 0;
  RowView rows = {};  // for kElement: the place of the output's elements in the operand, if that is not dense

  // True if the four values of an invocation must be neighbours along the innermost dim.
  bool ReadsRows() const { return kind == OperandKind::kChannel || kind == OperandKind::kRepeated; }
};

// Returns the place of a step's operand in another tensor of which it is the view `outer`; a kElement has
// `elements` elements. The view does not exist if the operand is dense, or if its place cannot be told.
RowView RowsWithin(const EpilogueStep& step, const RowView& outer, int64_t elements);

inline constexpr int kMaxEpilogueSteps = 6;
inline constexpr int kMaxEpilogueOperands = 3;  // distinct tensors, one binding each

// Returns the number of bindings for the operands of steps. A tensor that is read as a different view takes
// one more.
size_t CountOperands(std::span<const EpilogueStep> steps);

}  // namespace litevk
