// The operands of RNN, UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN, the checks of their
// shapes, and the rule for their versions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/opset/recurrent/recurrent.h"
#include "runtime/opset/shapes/shape_check.h"
#include "runtime/opset/signature.h"
#include "runtime/opset/version_rules.h"

namespace litevk {

// Positions of the inputs of an operator with one cell.
enum RnnInput : uint8_t { kInput = 0, kInputWeights = 1, kRecurrentWeights = 2, kBias = 3, kHiddenState = 4 };

// Positions of the operands of one cell. `direction` precedes their names in diagnostics.
struct RnnCell {
  std::string_view direction;
  int input_weights;      // {units, inputs}
  int recurrent_weights;  // {units, units}
  int bias;               // {units}
  int hidden_state;       // {batch, units}, variable
};

inline constexpr RnnCell kRnnCell = {"", kInputWeights, kRecurrentWeights, kBias, kHiddenState};

// Checks the operands of a cell against each other, `batch` and `input_size`. Returns its number of units.
inline Result<int> CheckRnnCell(const ir::ShapeQuery& query, const RnnCell& cell, int batch, int input_size) {
  const auto name = [&](std::string_view operand) {
    return std::string(cell.direction) + std::string(operand);
  };
  const ir::Shape& weights = query.input(cell.input_weights);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(weights, 2, name("input weights")));
  const int units = weights[0];
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, cell.input_weights, true, {units, input_size}, name("input weights")));
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, cell.recurrent_weights, true, {units, units}, name("recurrent weights")));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, cell.bias, true, {units}, name("bias")));
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, cell.hidden_state, name("hidden state")));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, cell.hidden_state, true, {batch, units}, name("hidden state")));
  return units;
}

// Returns the signature of a cell with weights of one scale, whose other operands are float32.
inline Signature DynamicInt8Rnn(std::string_view name, TypeSet weights) {
  return {.name = name,
          .inputs = {kFloat32, WithAnyZeroPoint(Symmetric(weights)), WithAnyZeroPoint(Symmetric(weights)),
                     kFloat32, kFloat32},
          .outputs = {kFloat32},
          .numeric_class = NumericClass{NumericKind::kTranscendental}};
}

// `Options`: the operator's options table.
template <typename Options>
int VersionOfRnn(const OpSignature& signature) {
  if (signature.input_type(1) != INT8 || signature.output_type(0) != FLOAT32) return 1;
  return IsAsymmetric<Options>(signature) ? 3 : 2;
}

}  // namespace litevk
