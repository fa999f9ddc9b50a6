// The elementwise program that a dispatch runs on its values before it stores them: an arithmetic, steps in
// it, and a conversion at the store. Activations, residual additions and chains of unary and binary operators
// become steps of it instead of dispatches of their own. Shaders read the same codes
// (shaders/common/epilogue.glsl, shaders/common/integer_steps.glsl).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "delegate/kernel/fixed_point_step.h"
#include "delegate/kernel/strided_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

class NodeView;  // delegate/kernel/node_view.h

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
// strided view of what is bound (delegate/kernel/strided_view.h).
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

// A step on the running value. In fixed point it is a sum, difference or product with a tensor of the
// output's dims, or a table, which has no code.
struct EpilogueStep {
  EpilogueOp op = EpilogueOp::kNone;
  OperandKind kind = OperandKind::kScalar;
  ir::TensorId operand = ir::kAbsent;  // every kind but kScalar has one
  float scalar = 0.0F;                 // for kScalar
  uint32_t outer = 0;                  // for kRepeated
  uint32_t inner = 0;
  StridedView rows =
      {};  // for kElement: the place of the output's elements in the operand, if that is not dense
  std::shared_ptr<const FixedPointStep> fixed_point = nullptr;  // in fixed point: the step's constants

  // True if the four values of an invocation must be neighbours along the innermost dim.
  bool ReadsRows() const { return kind == OperandKind::kChannel || kind == OperandKind::kRepeated; }
};

// Returns the place of a step's operand in another tensor of which it is the view `outer`; a kElement has
// `elements` elements. The view does not exist if the operand is dense, or if its place cannot be told.
StridedView RowsWithin(const EpilogueStep& step, const StridedView& outer, int64_t elements);

inline constexpr int kMaxEpilogueSteps = 6;
inline constexpr int kMaxEpilogueOperands = 3;  // distinct tensors, one binding each

// Returns the number of bindings for the operands of steps. A tensor that is read as a different view takes
// one more.
size_t CountOperands(std::span<const EpilogueStep> steps);

// Arithmetic in which dispatches compute the steps of an epilogue, as far as fusion has to know it.
struct EpilogueArithmetic {
  size_t most_steps = 0;     // steps of a dispatch, its own among them
  size_t most_operands = 0;  // distinct tensors that they read, one binding each
  // Values are packed, four to a word. Only the first step reads a tensor, in whole words. Otherwise values
  // are vectors of four.
  bool is_packed = false;
};
inline constexpr EpilogueArithmetic kFloat32Arithmetic = {.most_steps = kMaxEpilogueSteps - 1,
                                                          .most_operands = kMaxEpilogueOperands};
// Integers of 8 bits, rounded after each step. Any number of tables are one.
inline constexpr EpilogueArithmetic kFixedPointArithmetic = {
    .most_steps = std::numeric_limits<size_t>::max(), .most_operands = 1, .is_packed = true};

// Values that a dispatch stores after all steps.
enum class StoredAs : uint8_t {
  kComputed,     // values as they were computed
  kQuantized,    // 8-bit values that floats become, four to a word
  kDequantized,  // floats that 8-bit values become
};

// Conversion of values as they are stored: the QUANTIZE or DEQUANTIZE that ends a chain of nodes.
struct StorageConversion {
  StoredAs as = StoredAs::kComputed;
  // Words that the shader reads: those of shaders/common/quantize_bounds.glsl for quantized values. For
  // dequantized ones: the bits of the scale, the zero point, and a mask as the last of kBinaryConstants.
  std::vector<int32_t> constants = {};

  bool exists() const { return as != StoredAs::kComputed; }
};

// Epilogue of a dispatch: what it computes of the nodes that were fused into it.
struct Epilogue {
  const EpilogueArithmetic* arithmetic = nullptr;  // null: the dispatch takes no steps
  std::vector<EpilogueStep> steps = {};            // in order
  StorageConversion store = {};                    // after all steps

  bool empty() const { return steps.empty() && !store.exists(); }
  // True if further nodes may join.
  bool is_open() const { return arithmetic != nullptr && !store.exists(); }
  bool is_packed() const { return arithmetic != nullptr && arithmetic->is_packed; }
  // Returns the steps for shaders that compute vectors, and for those that compute packed values.
  std::span<const EpilogueStep> vector_steps() const { return StepsIf(!is_packed()); }
  std::span<const EpilogueStep> packed_steps() const { return StepsIf(is_packed()); }

 private:
  std::span<const EpilogueStep> StepsIf(bool has_steps) const {
    return has_steps ? std::span(steps) : std::span<const EpilogueStep>();
  }
};

// A kernel's part in epilogues: the one that it takes, and the part that the node may be of another node's.
struct EpilogueTraits {
  // Returns the arithmetic of the epilogue through which exactly one dispatch writes output 0, so that
  // following nodes may be fused into it. Null, or returns null: the node takes none.
  const EpilogueArithmetic* (*takes)(const NodeView& view) = nullptr;
  // Returns the node as steps on input `chained_input`, in the arithmetic of that input's values; empty if it
  // cannot be that. Null for kernels that never are.
  std::vector<EpilogueStep> (*as_steps)(const NodeView& view, int chained_input) = nullptr;
  // Returns the node as the conversion of values that the dispatch which computes its input stores. None
  // exists if the node cannot be that. Null for kernels that never are.
  StorageConversion (*as_store)(const NodeView& view) = nullptr;
  // True if the dispatch that writes through the epilogue stores whole vectors in fours, so that they may be
  // quantized values in a word. Null: it does.
  bool (*stores_fours)(const NodeView& view) = nullptr;

  // True if the kernel computes the node as steps of the epilogue that it takes.
  bool is_elementwise() const { return takes != nullptr && as_steps != nullptr; }
};

// EpilogueTraits::takes of kernels that write float32 through the epilogue, and other types without one.
const EpilogueArithmetic* InFloat32(const NodeView& view);
inline constexpr EpilogueTraits kFloat32Epilogue = {.takes = InFloat32};
// EpilogueTraits::takes of kernels that write values of 8 bits by themselves if `kWrites` holds.
template <bool (*kWrites)(const NodeView& view)>
const EpilogueArithmetic* InFixedPoint(const NodeView& view) {
  return kWrites(view) ? &kFixedPointArithmetic : nullptr;
}

}  // namespace litevk
