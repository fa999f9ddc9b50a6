#include "onnx/recurrent/lstm.h"

#include <algorithm>

#include "onnx/recurrent/recurrent.h"

namespace litevk::to_onnx {
namespace {

bool Has(const NodeFacts& node, int operand) { return operand >= 0 && node.has(At(operand)); }

// Returns an operand of all gates in ONNX's order: input, output, forget, cell.
template <typename Member>
std::vector<size_t> OfGates(const LstmOperands& operands, Member member) {
  return {At(operands.input_gate.*member), At(operands.output_gate.*member), At(operands.forget_gate.*member),
          At(operands.cell_gate.*member)};
}

// True if ONNX's LSTM computes the sequence. It has tanh, an input gate of its own and another clip. It has
// no projection, norms or diagonal weights.
bool IsOnnxLstm(const NodeFacts& node, const LstmSequence& sequence) {
  const LstmOperands& operands = sequence.operands;
  const bool has_form = sequence.options.activation == abi::kTfLiteActTanh &&
                        sequence.options.cell_clip <= 0 && sequence.aux_input == 0 &&
                        Has(node, operands.input_gate.weights) && !Has(node, operands.projection_weights) &&
                        !Has(node, operands.forget_gate.norm);
  return has_form && std::ranges::all_of(OfGates(operands, &LstmGate::recurrent_weights),
                                         [&](size_t input) { return node.input(input).dims.rank() == 2; });
}

Name Biases(NodeWriter& node, const LstmOperands& operands, int64_t cells) {
  Emitter& onnx = node.onnx();
  const Name biases = Joined(node, OfGates(operands, &LstmGate::bias), {4 * cells});
  const std::vector<float> zeros(static_cast<size_t>(4 * cells));
  return onnx.Unsqueeze(onnx.Concat({biases, onnx.Floats(zeros, {4 * cells})}, 0), {0});
}

// Returns the cell state's weights of the input, output and forget gates.
Name Peepholes(NodeWriter& node, const LstmOperands& operands, int64_t cells) {
  if (!Has(node, operands.forget_gate.cell_weights)) return {};
  return Joined(node,
                {At(operands.input_gate.cell_weights), At(operands.output_gate.cell_weights),
                 At(operands.forget_gate.cell_weights)},
                {1, 3 * cells});
}

Name WriteOnnxLstm(NodeWriter& node, const LstmSequence& sequence, const Name& input,
                   const LstmStates& states) {
  Emitter& onnx = node.onnx();
  const LstmOperands& operands = sequence.operands;
  const LstmSizes sizes = SizesOf(node, operands);
  const int64_t cells = sizes.cells;
  const Name weights = Joined(node, OfGates(operands, &LstmGate::weights), {1, 4 * cells, sizes.input});
  const Name recurrent = Joined(node, OfGates(operands, &LstmGate::recurrent_weights), {1, 4 * cells, cells});
  std::vector<Name> inputs = {input,
                              weights,
                              recurrent,
                              Biases(node, operands, cells),
                              "",
                              onnx.Unsqueeze(states.output, {0}),
                              onnx.Unsqueeze(states.cell, {0})};
  if (const Name peepholes = Peepholes(node, operands, cells); !peepholes.empty())
    inputs.push_back(peepholes);
  const std::string direction = sequence.is_backward ? "reverse" : "forward";
  const std::vector<Name> results =
      onnx.AddMany("LSTM", inputs, {{"hidden_size", cells}, {"direction", direction}}, 3);
  WriteStateMatrix(node, At(operands.output_state), onnx.Squeeze(results[1], {0}));
  WriteStateMatrix(node, At(operands.cell_state), onnx.Squeeze(results[2], {0}));
  return onnx.Squeeze(results[0], {1});
}

}  // namespace

Name WriteLstmSequence(NodeWriter& node, const LstmSequence& sequence) {
  const LstmOperands& operands = sequence.operands;
  const LstmSizes sizes = SizesOf(node, operands);
  const ir::Shape& dims = node.input(sequence.input).dims;
  const int64_t batch = dims[sequence.is_time_major ? 1 : 0];
  const Name input = node.Read(sequence.input, StepsFirst(sequence.is_time_major));
  LstmStates states = {ReadStateMatrix(node, At(operands.output_state), batch, sizes.outputs),
                       ReadStateMatrix(node, At(operands.cell_state), batch, sizes.cells)};
  if (IsOnnxLstm(node, sequence)) return WriteOnnxLstm(node, sequence, input, states);
  const Name outputs = WriteSteps(node, sequence, input, [&](const Name& vector, const Name& aux) {
    states = WriteLstmStep(node, sequence, vector, aux, states);
    return states.output;
  });
  WriteStateMatrix(node, At(operands.output_state), states.output);
  WriteStateMatrix(node, At(operands.cell_state), states.cell);
  return outputs;
}

}  // namespace litevk::to_onnx
