// Infers the output dims of control flow nodes from their subgraphs.
#pragma once

#include "onnx/passes/prepare_options.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Prepares a subgraph that a node calls, as Prepare does.
using PrepareFn = Status (*)(ir::Graph& graph, const PrepareOptions& options, ComputedValues& computed);

// Gives an input of a subgraph the dims of the value that is passed to it, and its value if that is stored.
void Bind(const ir::Tensor& passed, ir::Tensor& input);

// Sets the dims of a node's outputs to those of its branches. Dims that differ, or depend on run-time values,
// are run-time dims, and unknown in ir::Tensor::signature.
Status InferBranches(ir::Graph& graph, const ir::Node& node, const PrepareOptions& options,
                     PrepareFn prepare);

// Sets the dims of a loop's outputs to those of its inputs. Dims that an iteration changes are run-time dims,
// and unknown in ir::Tensor::signature.
void InferLoop(ir::Graph& graph, const ir::Node& node, const PrepareOptions& options, PrepareFn prepare);

}  // namespace litevk::to_onnx
