// Subgraphs that a control flow node calls, as inner graphs of the ONNX graph.
#pragma once

#include <string>
#include <vector>

#include "onnx/convert/convert.h"
#include "onnx/write/graph_writer.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

struct OpSettings;
struct PassContext;

// Values that a subgraph takes or returns: their names, types and dims.
struct CalledValues {
  std::vector<Name> names;
  std::vector<ir::Tensor> tensors;
};

class SubgraphCalls {
 public:
  // `passes` are those of the main graph. Receives what the passes over called subgraphs report.
  SubgraphCalls(PassContext& passes, const OpSettings& settings) : passes_(passes), settings_(settings) {}

  // Writes the nodes of a subgraph with these inputs to `writer`. Returns its outputs, in TFLite's layout.
  // Nodes without an ONNX form become refusals.
  Result<CalledValues> Write(int subgraph, const CalledValues& inputs, GraphWriter& writer);

  const std::vector<Refusal>& refusals() const { return refusals_; }
  const std::vector<Refusal>& approximations() const { return approximations_; }

 private:
  PassContext& passes_;
  const OpSettings& settings_;
  std::vector<Refusal> refusals_;
  std::vector<Refusal> approximations_;
};

}  // namespace litevk::to_onnx
