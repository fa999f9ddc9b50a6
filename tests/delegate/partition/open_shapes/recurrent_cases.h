// Operators with states, for tests/delegate/partition/open_shapes_test.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/delegate/partition/open_shapes/case.h"

namespace litevk::test {

inline ir::TensorId State(ModelBuilder& model, const ir::Shape& dims) {
  const ir::TensorId id = model.Tensor(dims);
  model.tensor(id).is_variable = true;
  return id;
}

// Returns the operands of three inputs and four cells, without the variants of an LSTM.
inline std::vector<int> LstmOperands(ModelBuilder& m, const ir::Shape& input) {
  std::vector<int> operands(20, ir::kAbsent);
  operands[0] = m.Input(input);
  for (size_t gate = 0; gate < 4; ++gate) {
    operands[1 + gate] = Zeros(m, {4, 3});
    operands[5 + gate] = Zeros(m, {4, 4});
    operands[12 + gate] = Zeros(m, {4});
  }
  operands[18] = State(m, {2, 4});
  operands[19] = State(m, {2, 4});
  return operands;
}

inline std::vector<Case> Recurrent() {
  return {{"rnn",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinRnn,
                    {m.Input({2, 3}), Zeros(m, {4, 3}), Zeros(m, {4, 4}), Zeros(m, {4}), State(m, {2, 4})},
                    {1}, abi::TfLiteRNNParams());
           }},
          {"svdf",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinSvdf,
                    {m.Input({2, 3}), Zeros(m, {4, 3}), Zeros(m, {4, 5}), ir::kAbsent, State(m, {2, 20})},
                    {1}, abi::TfLiteSVDFParams{.rank = 2});
           }},
          {"lstm",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinLstm, LstmOperands(m, {2, 3}), {1}, abi::TfLiteLSTMParams());
           }},
          {"unidirectional_sequence_rnn",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinUnidirectionalSequenceRnn,
                    {m.Input({2, 5, 3}), Zeros(m, {4, 3}), Zeros(m, {4, 4}), Zeros(m, {4}), State(m, {2, 4})},
                    {1}, abi::TfLiteSequenceRNNParams());
           }},
          {"unidirectional_sequence_lstm", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinUnidirectionalSequenceLstm, LstmOperands(m, {2, 5, 3}), {1},
                    abi::TfLiteUnidirectionalSequenceLSTMParams());
           }}};
}

}  // namespace litevk::test
