// What the elementwise operators share: each of them is a list of epilogue steps on one of its inputs,
// run by shaders/elementwise.comp when no producer can take them in, or by binary_broadcast.comp when
// both operands have to be stretched.
#pragma once

#include <vector>

#include "delegate/ops/op_spec.h"

namespace litevk {

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

// How the epilogue can read `operand` beside a value of dims `output`; false when it cannot.
bool ClassifyOperand(const ir::Tensor& operand, const ir::Shape& output, OperandKind* kind);

}  // namespace litevk
