// Subgraphs that a control flow node calls, for the operator that writes the node.
#pragma once

#include <vector>

#include "onnx/write/graph_writer.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Values that a subgraph takes or returns: their names, types and dims.
struct CalledValues {
  std::vector<Name> names;
  std::vector<ir::Tensor> tensors;
};

class SubgraphCalls {
 public:
  virtual ~SubgraphCalls() = default;
  // Writes the nodes of a subgraph with these inputs to `writer`. Returns its outputs, in TFLite's layout.
  virtual Result<CalledValues> Write(int subgraph, const CalledValues& inputs, GraphWriter& writer) = 0;
};

}  // namespace litevk::to_onnx
