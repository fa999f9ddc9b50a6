// Elementwise operators: each is a list of epilogue steps on one of its inputs. If no producer can take the
// steps in, shaders/elementwise/elementwise.comp runs them, or binary_broadcast.comp if both operands have to
// be stretched.
#pragma once

#include <span>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Emits one dispatch of `steps` on the node's input `input`, which has the output's dims.
void EmitElementwise(Lowering& lowering, int input, std::span<const EpilogueStep> steps);

// `as_steps` of a unary operator.
template <EpilogueOp kOp>
std::vector<EpilogueStep> UnaryStep(const NodeView& /*view*/, int /*chained_input*/) {
  return {{.op = kOp}};
}
// `lower` of a unary operator: one elementwise dispatch.
void LowerUnary(Lowering& lowering);

// A binary operator's codes: `forward` when the running value is input 0, `reverse` when it is input 1 (kNone
// if the operator has no such form).
struct BinaryOps {
  EpilogueOp forward;
  EpilogueOp reverse;
};
// Returns the steps that apply the node to input `chained_input`. Empty if the other input would stretch the
// running value, or has a shape that the epilogue cannot read.
std::vector<EpilogueStep> BinaryStep(const NodeView& view, int chained_input, BinaryOps ops, int activation);
// `lower` of a binary operator.
void LowerBinary(Lowering& lowering, BinaryOps ops, int activation);

// Returns the activation of ADD, SUB, MUL and DIV. MAXIMUM and MINIMUM have no parameters, which read as
// zeros: no activation.
inline int ArithmeticActivation(const NodeView& view) {
  return view.params<abi::TfLiteArithmeticParams>().activation;
}
// `as_steps` and `lower` of ADD, SUB, MUL, DIV, MAXIMUM and MINIMUM.
template <EpilogueOp kForward, EpilogueOp kReverse>
std::vector<EpilogueStep> ArithmeticSteps(const NodeView& view, int chained_input) {
  return BinaryStep(view, chained_input, {kForward, kReverse}, ArithmeticActivation(view));
}
template <EpilogueOp kForward, EpilogueOp kReverse>
void LowerArithmetic(Lowering& lowering) {
  LowerBinary(lowering, {kForward, kReverse}, ArithmeticActivation(lowering.view()));
}

// Sets how the step can read its operand beside a value of dims `output`; returns false if it cannot.
bool ClassifyOperand(const ir::Tensor& operand, const ir::Shape& output, EpilogueStep* step);

}  // namespace litevk
