// Elementwise operators on more types than the epilogue's float32 (delegate/kernel/epilogue.h): each node is
// one dispatch of shaders/elementwise/typed_elementwise.comp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// The function of an element, as the codes of tools/build/typed_functions.py.
enum class TypedFunction : uint32_t {
  kSelect,
  kCast,
  kWrappedPow,  // POW of int32 where TFLite multiplies integers
#define LITEVK_TYPED_OP(builtin, stem, function, rule) k##function,
#define LITEVK_TYPED(function, type, glsl)
#include "delegate/ops/elementwise/typed_elementwise.inc"
#undef LITEVK_TYPED
#undef LITEVK_TYPED_OP
};

// An operand: the index of its input, and dims that stretch to those of the output. An operand that the
// function does not read may be any input.
struct TypedOperand {
  int input;
  ir::Shape dims;
};
struct TypedOperands {
  TypedOperand left;
  TypedOperand right;
  TypedOperand condition;
};

// Emits the node's dispatch. Both operands have one type; the condition is of bool. `activation`, an
// abi::TfLiteFusedActivation, is for functions of integers.
void EmitTyped(Lowering& lowering, TypedFunction function, const TypedOperands& operands,
               int activation = abi::kTfLiteActNone);

// Returns the kernels of the rows of typed_elementwise.inc, each with its operator.
std::vector<OpSpec> TypedOps();

}  // namespace litevk
