// How the kernel of one subgraph runs another one: its inputs get shapes and values, it runs, its outputs
// are read. Values are copied, so that caller and callee plan their memory apart and a loop may swap,
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

// A tensor's value at some time. The bytes are the tensor's own.
struct TensorValue {
  abi::TfLiteType type = abi::kTfLiteNoType;
  ir::Shape dims;
  std::span<const std::byte> bytes;  // of strings: TFLite's packed form
};

// Whether the callee can stand for a node with these tensors of the caller: as many inputs and outputs, of
// the same types.
Status CheckCall(Subgraph& caller, std::span<const int> inputs, Subgraph& callee,
                 std::span<const int> outputs);

// Prepares the callee for inputs of the shapes that the caller's tensors have.
abi::TfLiteStatus PrepareCall(Subgraph& caller, std::span<const int> inputs, Subgraph& callee);

// Prepares several subgraphs, one of which a run calls, for inputs of the shapes that the caller's tensors
// have. The node's outputs get their shapes where all agree about them, or become dynamic.
abi::TfLiteStatus PrepareCalls(Subgraph& caller, std::span<const int> inputs,
                               std::span<Subgraph* const> callees, std::span<const int> outputs);

// Whether every output of the prepared callee has its final shape.
bool HasStaticOutputs(Subgraph& callee);
std::vector<ir::Shape> OutputDims(Subgraph& callee);

std::vector<TensorValue> ReadTensors(Subgraph& subgraph, std::span<const int> ids);

// Gives the callee these inputs, runs it and makes its outputs readable.
abi::TfLiteStatus RunCall(Subgraph& callee, std::span<const TensorValue> inputs);

// All of it for a node whose tensors stand for the callee's.
abi::TfLiteStatus Call(Subgraph& caller, std::span<const int> inputs, Subgraph& callee,
                       std::span<const int> outputs);

// Makes these the tensors' values. A tensor that is not dynamic must have its dims already.
abi::TfLiteStatus WriteTensors(Subgraph& subgraph, std::span<const int> ids,
                               std::span<const TensorValue> values);

// Before the run: the outputs of a node get their shapes, one for each, or become dynamic.
abi::TfLiteStatus ResizeOutputs(Subgraph& caller, std::span<const int> outputs,
                                std::span<const ir::Shape> dims);
void MakeDynamic(Subgraph& subgraph, std::span<const int> ids);

}  // namespace litevk
