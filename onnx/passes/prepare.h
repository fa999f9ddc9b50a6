// Infers all dims of a model's graph and computes its constants.
#pragma once

#include "onnx/passes/prepare_options.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

struct PassContext;

// Infers the dims of all tensors from those of the model's inputs. Computes integers that depend only on
// stored values and dims, results of operators without an ONNX form, and whatever the options ask for.
// Removes nodes whose results are all known.
//
// Tensors with run-time dims become ir::Tensor::is_dynamic unless these get sizes.
Status Prepare(ir::GraphRewriter& rewriter, PassContext& context);
// Does the same outside of the passes, for a graph of which only the dims or values are asked.
Status Prepare(ir::Graph& graph, const PrepareOptions& options, ComputedValues& computed);

}  // namespace litevk::to_onnx
