#include "onnx/common/reduce.h"
#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/recurrent.h"

namespace litevk::to_onnx {
namespace {

constexpr float kNormEpsilon = 1e-8F;

// Operands that the gates of a step read.
struct Sources {
  const Name& input;
  const Name& aux;
  const LstmStates& states;
};

bool Has(const NodeFacts& node, int operand) { return operand >= 0 && node.has(At(operand)); }

Name Normalized(NodeWriter& node, const Name& sum, const LstmGate& gate) {
  Emitter& onnx = node.onnx();
  const Name mean = Reduced(node, "ReduceMean", sum, {1}, true);
  const Name apart = onnx.Add("Sub", {sum, mean});
  const Name variance = Reduced(node, "ReduceMean", onnx.Add("Mul", {apart, apart}), {1}, true);
  const Name deviation = onnx.Add("Sqrt", {onnx.Add("Add", {variance, onnx.Float(kNormEpsilon)})});
  const Name normal = onnx.Add("Div", {apart, deviation});
  const Name scaled = onnx.Add("Mul", {normal, node.Read(At(gate.norm), {})});
  return onnx.Add("Add", {scaled, node.Read(At(gate.bias), {})});
}

Name Evaluate(NodeWriter& node, const LstmGate& gate, const Sources& from, int activation) {
  Emitter& onnx = node.onnx();
  const bool is_normalized = Has(node, gate.norm);
  const Name bias = is_normalized ? Name() : node.Read(At(gate.bias), {});
  Name sum = Product(onnx, from.input, node.Read(At(gate.weights), {}), bias);
  if (!from.aux.empty() && Has(node, gate.aux_weights)) {
    sum = Product(onnx, from.aux, node.Read(At(gate.aux_weights), {}), sum);
  }
  const size_t recurrent = At(gate.recurrent_weights);
  const Name weights = node.Read(recurrent, {});
  const bool is_diagonal = node.input(recurrent).dims.rank() == 1;
  sum = is_diagonal ? onnx.Add("Add", {sum, onnx.Add("Mul", {from.states.output, weights})})
                    : Product(onnx, from.states.output, weights, sum);
  if (Has(node, gate.cell_weights)) {
    const Name peephole = onnx.Add("Mul", {from.states.cell, node.Read(At(gate.cell_weights), {})});
    sum = onnx.Add("Add", {sum, peephole});
  }
  if (is_normalized) sum = Normalized(node, sum, gate);
  return RecurrentActivation(onnx, sum, activation);
}

Name Clipped(Emitter& onnx, const Name& value, float bound) {
  return bound <= 0 ? value : onnx.Add("Clip", {value, onnx.Float(-bound), onnx.Float(bound)});
}

Name Projected(NodeWriter& node, const LstmSequence& sequence, const Name& hidden) {
  const LstmOperands& operands = sequence.operands;
  if (!Has(node, operands.projection_weights)) return hidden;
  const Name bias =
      Has(node, operands.projection_bias) ? node.Read(At(operands.projection_bias), {}) : Name();
  const Name sum = Product(node.onnx(), hidden, node.Read(At(operands.projection_weights), {}), bias);
  return Clipped(node.onnx(), sum, sequence.options.proj_clip);
}

}  // namespace

LstmSizes SizesOf(const NodeFacts& node, const LstmOperands& operands) {
  const ir::Shape& weights = node.input(At(operands.output_gate.weights)).dims;
  return {.input = weights[1],
          .cells = weights[0],
          .outputs = node.input(At(operands.output_gate.recurrent_weights)).dims.channels()};
}

LstmStates WriteLstmStep(NodeWriter& node, const LstmSequence& sequence, const Name& input, const Name& aux,
                         const LstmStates& before) {
  Emitter& onnx = node.onnx();
  const LstmOperands& operands = sequence.operands;
  const int activation = sequence.options.activation;
  const Sources from = {input, aux, before};
  const Name forget = Evaluate(node, operands.forget_gate, from, abi::kTfLiteActSigmoid);
  const Name candidate = Evaluate(node, operands.cell_gate, from, activation);
  const Name keep = Has(node, operands.input_gate.weights)
                        ? Evaluate(node, operands.input_gate, from, abi::kTfLiteActSigmoid)
                        : onnx.Add("Sub", {onnx.Float(1), forget});
  const Name kept = onnx.Add("Mul", {forget, before.cell});
  const Name sum = onnx.Add("Add", {kept, onnx.Add("Mul", {keep, candidate})});
  const Name cell = Clipped(onnx, sum, sequence.options.cell_clip);
  // The output gate reads the cell state of this step.
  const LstmStates between = {before.output, cell};
  const Name gate = Evaluate(node, operands.output_gate, {input, aux, between}, abi::kTfLiteActSigmoid);
  // Without an activation, TFLite's kernel outputs the cell gate, not the cell state.
  const Name shown =
      activation == abi::kTfLiteActNone ? candidate : RecurrentActivation(onnx, cell, activation);
  return {Projected(node, sequence, onnx.Add("Mul", {gate, shown})), cell};
}

}  // namespace litevk::to_onnx
