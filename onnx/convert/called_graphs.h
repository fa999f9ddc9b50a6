// Subgraphs that a control flow node calls, as inner graphs of the ONNX graph.
#pragma once

#include <vector>

#include "onnx/facts/report.h"
#include "onnx/write/subgraph_calls.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

struct OpSettings;
struct PassContext;

class CalledGraphs : public SubgraphCalls {
 public:
  // `passes` are those of the main graph. Receives what the passes over called subgraphs report.
  CalledGraphs(PassContext& passes, const OpSettings& settings) : passes_(passes), settings_(settings) {}

  // Nodes without an ONNX form become refusals.
  Result<CalledValues> Write(int subgraph, const CalledValues& inputs, GraphWriter& writer) override;

  const std::vector<Refusal>& refusals() const { return refusals_; }
  const std::vector<Refusal>& approximations() const { return approximations_; }

 private:
  PassContext& passes_;
  const OpSettings& settings_;
  std::vector<Refusal> refusals_;
  std::vector<Refusal> approximations_;
};

}  // namespace litevk::to_onnx
