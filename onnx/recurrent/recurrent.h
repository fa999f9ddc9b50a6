// Sequences, steps, states and activations of recurrent operators.
#pragma once

#include <cstddef>
#include <vector>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the index of an operand that is present.
inline size_t At(int operand) { return static_cast<size_t>(operand); }

// Returns the value after an activation. In recurrent operators, every activation code is supported.
Name RecurrentActivation(Emitter& onnx, const Name& value, int activation);

// Returns input * weights^T, plus the bias if there is one.
Name Product(Emitter& onnx, const Name& value, const Name& weights, const Name& bias = {});

// Returns a state as a matrix {batch, size}, whatever its stored dims.
Name ReadStateMatrix(NodeWriter& node, size_t input, int64_t batch, int64_t size);
// Stores a matrix as the state, with the state's dims.
void WriteStateMatrix(NodeWriter& node, size_t input, const Name& value);

// Returns similar operands joined along a dim, as a constant if all are stored floats.
Name Joined(NodeWriter& node, const std::vector<size_t>& inputs, const std::vector<int64_t>& dims);

// Returns the layout in which a sequence is read and written with its steps first.
Permutation StepsFirst(bool is_time_major);

// StepsOf splits {steps, batch, size} into a vector {batch, size} for each step along `axis`. SequenceOf
// joins them again.
std::vector<Name> StepsOf(Emitter& onnx, const Name& sequence, int64_t steps, int64_t axis = 0);
Name SequenceOf(Emitter& onnx, const std::vector<Name>& steps);

// Writes the steps of a sequence with the input {steps, batch, size}, and returns their outputs as a
// sequence. A backward sequence starts with the last step. `write` returns the output for an input and an
// auxiliary input.
template <typename Sequence, typename WriteStep>
Name WriteSteps(NodeWriter& node, const Sequence& sequence, const Name& input, WriteStep write) {
  Emitter& onnx = node.onnx();
  const int64_t steps = node.input(sequence.input).dims[sequence.is_time_major ? 0 : 1];
  const std::vector<Name> inputs = StepsOf(onnx, input, steps);
  std::vector<Name> auxes(inputs.size());
  if (sequence.aux_input != 0) {
    auxes = StepsOf(onnx, node.Read(sequence.aux_input, StepsFirst(sequence.is_time_major)), steps);
  }
  std::vector<Name> outputs(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const size_t step = sequence.is_backward ? inputs.size() - 1 - i : i;
    outputs[step] = write(inputs[step], auxes[step]);
  }
  return SequenceOf(onnx, outputs);
}

// Writes the outputs of both directions, which have their steps first, side by side or as one output each.
void WriteBidirectional(NodeWriter& node, const Name& forward, const Name& backward, bool is_time_major);

}  // namespace litevk::to_onnx
