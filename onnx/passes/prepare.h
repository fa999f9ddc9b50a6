// Infers all dims of a model's graph and computes its constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "onnx/facts/size_uses.h"
#include "onnx/open_dims/run_dims.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

struct PassContext;

// Values that were computed while the graph was prepared; its tensors refer to them.
using ComputedValues = std::deque<std::vector<std::byte>>;

// Elements of a tensor that a model is to hold.
inline constexpr int64_t kMostElements = int64_t{1} << 28;

struct PrepareOptions {
  bool folds_halves = false;                  // convert float16 constants to floats
  const ir::Program* program = nullptr;       // the program with the called subgraphs
  std::vector<SizeUse>* size_uses = nullptr;  // receives uses of sizes by nodes; null: they are not recorded
  std::reference_wrapper<RunDims> run_dims;   // receives run-time dims
  bool keeps_counts = false;                  // leave values that count up to a size to the run
  int depth = 0;                              // nesting depth of a subgraph that is prepared only for its
                                              // dims
};

// Infers the dims of all tensors from those of the model's inputs. Computes integers that depend only on
// stored values and dims, results of operators without an ONNX form, and whatever the options ask for.
// Removes nodes whose results are all known.
//
// Tensors with run-time dims become ir::Tensor::is_dynamic unless these get sizes.
Status Prepare(ir::GraphRewriter& rewriter, PassContext& context);
// Does the same outside of the passes, for a graph of which only the dims or values are asked.
Status Prepare(ir::Graph& graph, const PrepareOptions& options, ComputedValues& computed);

}  // namespace litevk::to_onnx
