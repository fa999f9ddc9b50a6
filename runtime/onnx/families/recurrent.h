// Sequences, steps, states and activations, which recurrent operators share.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Returns the place of an operand, which is there.
inline size_t At(int operand) { return static_cast<size_t>(operand); }

// Returns the value behind an activation, each code of which is a function in recurrent operators.
Name RecurrentActivation(NodeWriter& node, const Name& value, int activation);

// Returns input * weights^T, and a bias on it where there is one.
Name Product(NodeWriter& node, const Name& value, const Name& weights, const Name& bias = {});

// Returns a state as a matrix {batch, size}, whatever dims it is kept in.
Name ReadStateMatrix(NodeWriter& node, size_t input, int64_t batch, int64_t size);
// Keeps a matrix as the state, in the dims of the state.
void WriteStateMatrix(NodeWriter& node, size_t input, const Name& value);

// Returns operands of the same kind side by side along a dim, as a constant where all are stored floats.
Name Joined(NodeWriter& node, const std::vector<size_t>& inputs, const std::vector<int64_t>& dims);

// Returns the order in which a sequence is read and written with its steps first.
Order StepsFirst(bool is_time_major);

// Returns the vectors {batch, size} of each step of {steps, batch, size}, or of those along another axis, and
// the other way.
std::vector<Name> StepsOf(NodeWriter& node, const Name& sequence, int64_t steps, int64_t axis = 0);
Name SequenceOf(NodeWriter& node, const std::vector<Name>& steps);

// Writes the steps of a sequence whose input is {steps, batch, size}, the last one first where it runs
// backwards, and returns their outputs as a sequence. `write` makes the output of an input and an auxiliary
// one.
template <typename Sequence, typename WriteStep>
Name WriteSteps(NodeWriter& node, const Sequence& sequence, const Name& input, WriteStep write) {
  const int64_t steps = node.input(sequence.input).dims[sequence.is_time_major ? 0 : 1];
  const std::vector<Name> inputs = StepsOf(node, input, steps);
  std::vector<Name> auxes(inputs.size());
  if (sequence.aux_input != 0) {
    auxes = StepsOf(node, node.Read(sequence.aux_input, StepsFirst(sequence.is_time_major)), steps);
  }
  std::vector<Name> outputs(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const size_t step = sequence.is_backward ? inputs.size() - 1 - i : i;
    outputs[step] = write(inputs[step], auxes[step]);
  }
  return SequenceOf(node, outputs);
}

// Makes the outputs of both directions, with their steps first, the node's: side by side or one each.
void WriteBidirectional(NodeWriter& node, const Name& forward, const Name& backward, bool is_time_major);

}  // namespace litevk::to_onnx
