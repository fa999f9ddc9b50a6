// An interface to subgraphs that a node calls, which become inner graphs of the ONNX graph.
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

class SubgraphWriter {
 public:
  virtual ~SubgraphWriter() = default;

  // Writes the nodes of a subgraph with these inputs to `writer`. Returns its outputs, in TFLite's layout.
  // Nodes without an ONNX form become refusals.
  virtual Result<CalledValues> Write(int subgraph, const CalledValues& inputs, GraphWriter& writer) = 0;
};

}  // namespace litevk::to_onnx
