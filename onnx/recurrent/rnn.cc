#include "onnx/recurrent/rnn.h"

#include <algorithm>
#include <array>

#include "onnx/recurrent/recurrent.h"

namespace litevk::to_onnx {
namespace {

// An activation of ONNX's RNN, and the clip bound of its argument; 0: none.
struct OnnxActivation {
  int activation;
  const char* name;
  float clip;
};

constexpr std::array kActivations = {
    OnnxActivation{abi::kTfLiteActRelu, "Relu", 0}, OnnxActivation{abi::kTfLiteActRelu6, "Relu", 6},
    OnnxActivation{abi::kTfLiteActTanh, "Tanh", 0}, OnnxActivation{abi::kTfLiteActSigmoid, "Sigmoid", 0}};

Name WriteOnnxRnn(NodeWriter& node, const RnnSequence& sequence, const OnnxActivation& activation,
                  const Name& input, const Name& state) {
  Emitter& onnx = node.onnx();
  const RnnCell& cell = sequence.cell;
  const ir::Shape& weights = node.input(At(cell.input_weights)).dims;
  const int64_t units = weights[0];
  const std::vector<float> zeros(static_cast<size_t>(units));
  const Name biases = onnx.Concat({Joined(node, {At(cell.bias)}, {units}), onnx.Floats(zeros, {units})}, 0);
  Attributes attributes = {{"hidden_size", units},
                           {"direction", std::string(sequence.is_backward ? "reverse" : "forward")},
                           {"activations", std::vector<std::string>{activation.name}}};
  if (activation.clip > 0) attributes.push_back({"clip", activation.clip});
  const std::vector<Name> results =
      onnx.AddMany("RNN",
                   {input, Joined(node, {At(cell.input_weights)}, {1, units, weights[1]}),
                    Joined(node, {At(cell.recurrent_weights)}, {1, units, units}),
                    onnx.Unsqueeze(biases, {0}), "", onnx.Unsqueeze(state, {0})},
                   attributes, 2);
  WriteStateMatrix(node, At(cell.hidden_state), onnx.Squeeze(results[1], {0}));
  return onnx.Squeeze(results[0], {1});
}

}  // namespace

Name WriteRnnStep(NodeWriter& node, const RnnSequence& sequence, const Name& input, const Name& aux,
                  const Name& state) {
  Emitter& onnx = node.onnx();
  const RnnCell& cell = sequence.cell;
  Name sum = Product(onnx, input, node.Read(At(cell.input_weights), {}), node.Read(At(cell.bias), {}));
  if (!aux.empty()) sum = Product(onnx, aux, node.Read(sequence.aux_weights, {}), sum);
  sum = Product(onnx, state, node.Read(At(cell.recurrent_weights), {}), sum);
  return RecurrentActivation(onnx, sum, sequence.activation);
}

Name WriteRnnSequence(NodeWriter& node, const RnnSequence& sequence) {
  const RnnCell& cell = sequence.cell;
  const ir::Shape& dims = node.input(sequence.input).dims;
  const int64_t batch = dims[sequence.is_time_major ? 1 : 0];
  const int64_t units = node.input(At(cell.input_weights)).dims[0];
  const Name input = node.Read(sequence.input, StepsFirst(sequence.is_time_major));
  Name state = ReadStateMatrix(node, At(cell.hidden_state), batch, units);
  const auto* activation = std::ranges::find(kActivations, sequence.activation, &OnnxActivation::activation);
  if (activation != kActivations.end() && sequence.aux_input == 0) {
    return WriteOnnxRnn(node, sequence, *activation, input, state);
  }
  const Name outputs = WriteSteps(node, sequence, input, [&](const Name& vector, const Name& aux) {
    state = WriteRnnStep(node, sequence, vector, aux, state);
    return state;
  });
  WriteStateMatrix(node, At(cell.hidden_state), state);
  return outputs;
}

}  // namespace litevk::to_onnx
