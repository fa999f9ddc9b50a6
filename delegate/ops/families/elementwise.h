// What the elementwise operators share: each of them is a list of epilogue steps on one of its inputs,
// run by shaders/elementwise.comp when no producer can take them in, or by binary_broadcast.comp when
// both operands have to be stretched.
#pragma once

#include <span>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// One dispatch of `steps` on the node's input `input`, which has the output's dims.
void EmitElementwise(Lowering& lowering, int input, std::span<const EpilogueStep> steps);

// `as_epilogue` of a unary operator.
template <EpilogueOp kOp>
std::vector<EpilogueStep> UnaryStep(const NodeView& /*view*/, int /*chained_input*/) {
  return {{.op = kOp}};
}
// `lower` of a unary operator: one elementwise dispatch.
void LowerUnary(Lowering& lowering);

// A binary operator's codes: `forward` when the running value is input 0, `reverse` when it is input 1
// (kNone where the operator has no such form).
struct BinaryOps {
  EpilogueOp forward;
  EpilogueOp reverse;
};
// The steps that apply the node to input `chained_input`; empty when the other input would stretch the
// running value, or has a shape that the epilogue cannot read.
std::vector<EpilogueStep> BinaryStep(const NodeView& view, int chained_input, BinaryOps ops, int activation);
// `lower` of a binary operator.
void LowerBinary(Lowering& lowering, BinaryOps ops, int activation);

// The activation of ADD, SUB, MUL and DIV; MAXIMUM and MINIMUM have none and no parameters, which read
// as zeros: NONE.
inline int ArithmeticActivation(const NodeView& view) {
  return view.params<abi::TfLiteArithmeticParams>().activation;
}
// `as_epilogue` and `lower` of those six.
template <EpilogueOp kForward, EpilogueOp kReverse>
std::vector<EpilogueStep> ArithmeticSteps(const NodeView& view, int chained_input) {
  return BinaryStep(view, chained_input, {kForward, kReverse}, ArithmeticActivation(view));
}
template <EpilogueOp kForward, EpilogueOp kReverse>
void LowerArithmetic(Lowering& lowering) {
  LowerBinary(lowering, {kForward, kReverse}, ArithmeticActivation(lowering.view()));
}

// Sets how the step can read its operand beside a value of dims `output`; false when it cannot.
bool ClassifyOperand(const ir::Tensor& operand, const ir::Shape& output, EpilogueStep* step);

}  // namespace litevk
