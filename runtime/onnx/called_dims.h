// Dims of what nodes of control flow give, which follow from their subgraphs.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/prepare.h"

namespace litevk::to_onnx {

// Gives an input of a subgraph the dims of the value that is passed to it, and the value where that is
// stored.
void Bind(const ir::Tensor& passed, ir::Tensor& input);

// Gives the outputs of a node the dims that its branches give them. Where these differ, or follow from values
// of a run, they are dims of the run, and unknown in ir::Tensor::signature.
Status InferBranches(ir::Graph& graph, const ir::Node& node, const PrepareOptions& options);

// Gives the outputs of a loop the dims of its inputs. Where a round changes these, the same is so.
void InferLoop(ir::Graph& graph, const ir::Node& node, const PrepareOptions& options);

}  // namespace litevk::to_onnx
