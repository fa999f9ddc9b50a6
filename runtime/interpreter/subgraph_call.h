// Runs a subgraph from the kernel of another one: sets the shapes and values of its inputs, runs it and reads
// its outputs. Values are copied. So caller and callee plan their memory separately, and a loop may swap,
// resize or pass through its variables.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/ir/shape.h"
#include "runtime/tflite/common.h"

namespace litevk {

// A snapshot of a tensor. The bytes are the tensor's own memory.
struct TensorValue {
  abi::TfLiteType type = abi::kTfLiteNoType;
  ir::Shape dims;
  std::span<const std::byte> bytes;  // strings are in TFLite's packed form
};

// Fails unless the callee has as many inputs and outputs as the caller's node, with the same types.
Status CheckCall(Subgraph& caller, std::span<const int> inputs, Subgraph& callee,
                 std::span<const int> outputs);

// Prepares the callee for inputs with the shapes of the caller's tensors.
abi::TfLiteStatus PrepareCall(Subgraph& caller, std::span<const int> inputs, Subgraph& callee);

// Prepares several subgraphs, of which a run calls one, for inputs with the shapes of the caller's tensors.
// The node's outputs get their shapes if all subgraphs agree, or become dynamic.
abi::TfLiteStatus PrepareCalls(Subgraph& caller, std::span<const int> inputs,
                               std::span<Subgraph* const> callees, std::span<const int> outputs);

// True if every output of the prepared callee has its final shape.
bool HasStaticOutputs(Subgraph& callee);
std::vector<ir::Shape> OutputDims(Subgraph& callee);

std::vector<TensorValue> ReadTensors(Subgraph& subgraph, std::span<const int> ids);

// Sets the callee's inputs, runs it and makes its outputs readable.
abi::TfLiteStatus RunCall(Subgraph& callee, std::span<const TensorValue> inputs);

// Does all of this for a node whose tensors correspond to the callee's.
abi::TfLiteStatus Call(Subgraph& caller, std::span<const int> inputs, Subgraph& callee,
                       std::span<const int> outputs);

// Sets the values of tensors. A tensor that is not dynamic must have its dims already.
abi::TfLiteStatus WriteTensors(Subgraph& subgraph, std::span<const int> ids,
                               std::span<const TensorValue> values);

// Before the run: sets the shapes of a node's outputs, one for each. MakeDynamic makes them dynamic instead.
abi::TfLiteStatus ResizeOutputs(Subgraph& caller, std::span<const int> outputs,
                                std::span<const ir::Shape> dims);
void MakeDynamic(Subgraph& subgraph, std::span<const int> ids);

}  // namespace litevk
