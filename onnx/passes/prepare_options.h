// The options of Prepare, and the values that it computes.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

#include "onnx/facts/run_dims.h"
#include "onnx/facts/size_uses.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Values that were computed while the graph was prepared; its tensors refer to them.
using ComputedValues = std::deque<std::vector<std::byte>>;

struct PrepareOptions {
  bool folds_float16 = false;                 // convert float16 constants to floats
  const ir::Program* program = nullptr;       // the program with the called subgraphs
  std::vector<SizeUse>* size_uses = nullptr;  // receives uses of sizes by nodes; null: they are not recorded
  std::reference_wrapper<RunDims> run_dims;   // receives run-time dims
  bool keeps_counts = false;                  // leave values that count up to a size to the run
  int depth = 0;                              // nesting depth of a subgraph that is prepared only for its
                                              // dims
};

}  // namespace litevk::to_onnx
