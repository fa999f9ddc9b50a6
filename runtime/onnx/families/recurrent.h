// What recurrent operators share: sequences, steps, states and activations.
#pragma once

#include <vector>

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

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

// Returns the vectors {batch, size} of each step of {steps, batch, size}, and the other way.
std::vector<Name> StepsOf(NodeWriter& node, const Name& sequence, int64_t steps);
Name SequenceOf(NodeWriter& node, const std::vector<Name>& steps);

// Makes the outputs of both directions, with their steps first, the node's: side by side or one each.
void WriteBidirectional(NodeWriter& node, const Name& forward, const Name& backward, bool is_time_major);

}  // namespace litevk::to_onnx
