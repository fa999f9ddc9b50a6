// An epilogue's steps as the specialization constants and bindings of shaders/common/epilogue.glsl.
#pragma once

#include <array>
#include <cstdint>

#include "delegate/kernel/epilogue.h"
#include "runtime/graph/gpu_graph.h"

namespace litevk {

// Rows of the operands by binding, then those of the output and of the tensor that an elementwise kernel
// begins with. Rows that do not exist stand for a dense tensor.
using EpilogueRows = std::array<StridedView, kMaxEpilogueOperands + 2>;
inline constexpr size_t kRowsOfResult = kMaxEpilogueOperands;
inline constexpr size_t kRowsOfSource = kMaxEpilogueOperands + 1;
// Number of integers for each view: row, pitch, offset and divisor. Behind them stand the ends of the
// operands' rows.
inline constexpr size_t kIntegersOfRows = 5;
inline constexpr size_t kRowIntegers =
    kIntegersOfRows * std::tuple_size_v<EpilogueRows> + kMaxEpilogueOperands;
// Returns the integers of rows as LoadRows of shaders/common/epilogue.glsl reads them from push constants.
std::array<uint32_t, kRowIntegers> IntegersOf(const EpilogueRows& rows);
// Returns the integers of the operands' and the output's rows as LoadRows reads them from a binding: row,
// pitch, offset, end and divisor of each.
inline constexpr size_t kBoundIntegers = 6;
std::array<uint32_t, kBoundIntegers*(kRowsOfResult + 1)> BoundIntegersOf(const EpilogueRows& rows);

struct EpilogueBinding {
  uint32_t count = 0;
  std::array<uint32_t, kMaxEpilogueSteps> op = {};
  std::array<uint32_t, kMaxEpilogueSteps> operand = {};  // OperandCode
  std::array<float, kMaxEpilogueSteps> scalar = {};
  std::array<gpu::TensorId, kMaxEpilogueOperands> slots = {};
  // Constant with the integers of rows, for a shader that does not push them, and with the words of values
  // that floats become.
  gpu::TensorId integers = gpu::kNoTensor;
  bool stores_quantized = false;
  std::array<uint32_t, kMaxEpilogueOperands> outer = {};  // for a repeated operand
  std::array<uint32_t, kMaxEpilogueOperands> inner = {};
  EpilogueRows rows;
};

template <typename Spec, typename Bindings>
void SetEpilogue(const EpilogueBinding& epilogue, Spec& spec, Bindings& bindings) {
  spec.kEpilogueCount = epilogue.count;
  spec.kEpilogueOp0 = epilogue.op[0];
  spec.kEpilogueOp1 = epilogue.op[1];
  spec.kEpilogueOp2 = epilogue.op[2];
  spec.kEpilogueOp3 = epilogue.op[3];
  spec.kEpilogueOp4 = epilogue.op[4];
  spec.kEpilogueOp5 = epilogue.op[5];
  spec.kEpilogueOperand0 = epilogue.operand[0];
  spec.kEpilogueOperand1 = epilogue.operand[1];
  spec.kEpilogueOperand2 = epilogue.operand[2];
  spec.kEpilogueOperand3 = epilogue.operand[3];
  spec.kEpilogueOperand4 = epilogue.operand[4];
  spec.kEpilogueOperand5 = epilogue.operand[5];
  spec.kEpilogueScalar0 = epilogue.scalar[0];
  spec.kEpilogueScalar1 = epilogue.scalar[1];
  spec.kEpilogueScalar2 = epilogue.scalar[2];
  spec.kEpilogueScalar3 = epilogue.scalar[3];
  spec.kEpilogueScalar4 = epilogue.scalar[4];
  spec.kEpilogueScalar5 = epilogue.scalar[5];
  spec.kEpilogueOuter0 = epilogue.outer[0];
  spec.kEpilogueOuter1 = epilogue.outer[1];
  spec.kEpilogueOuter2 = epilogue.outer[2];
  spec.kEpilogueInner0 = epilogue.inner[0];
  spec.kEpilogueInner1 = epilogue.inner[1];
  spec.kEpilogueInner2 = epilogue.inner[2];
  spec.kOperandAligned0 = epilogue.rows[0].IsWhole(4);
  spec.kOperandAligned1 = epilogue.rows[1].IsWhole(4);
  spec.kOperandAligned2 = epilogue.rows[2].IsWhole(4);
  spec.kStoresQuantized = epilogue.stores_quantized;
  bindings.epilogue_integers = epilogue.integers;
  bindings.epilogue0 = epilogue.slots[0];
  bindings.epilogue1 = epilogue.slots[1];
  bindings.epilogue2 = epilogue.slots[2];
}

}  // namespace litevk
