// Makes a graph of a model file one whose dims are all known, and whose constants are computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/run_dims.h"
#include "runtime/onnx/size_uses.h"

namespace litevk::to_onnx {

// Values that were computed while the graph was prepared; its tensors refer to them.
using ComputedValues = std::deque<std::vector<std::byte>>;

// Elements of a tensor that a model is to hold.
inline constexpr int64_t kMostElements = int64_t{1} << 28;

struct PrepareOptions {
  bool folds_halves = false;                  // constants of float16 become floats
  const ir::Program* program = nullptr;       // has the subgraphs that nodes call
  std::vector<SizeUse>* size_uses = nullptr;  // gets what nodes do with sizes; null: nobody asks
  std::reference_wrapper<RunDims> run_dims;   // gets dims that a run decides
  bool keeps_counts = false;                  // values that count up to a size are left to a run
  int depth = 0;                              // of a subgraph in whose dims alone somebody is interested
};

// Infers the dims of all tensors from those of the model's inputs, and computes what depends on stored
// numbers and dims alone: integers, the results of operators that ONNX has no form of, and what the options
// say. Nodes of which nothing else is left are taken out of the graph.
// Tensors whose dims a run decides become ir::Tensor::is_dynamic where they get no sizes.
Status Prepare(ir::Graph& graph, const PrepareOptions& options, ComputedValues& computed);

}  // namespace litevk::to_onnx
