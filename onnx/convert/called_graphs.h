// Subgraphs that a control flow node calls, as inner graphs of the ONNX graph.
#pragma once

#include <vector>

#include "onnx/facts/report.h"
#include "onnx/write/subgraph_calls.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

struct OpSettings;

class CalledGraphs : public SubgraphCalls {
 public:
  CalledGraphs(const ir::Program& program, const OpSettings& settings)
      : program_(program), settings_(settings) {}

  // Nodes without an ONNX form become refusals.
  Result<CalledValues> Write(int subgraph, const CalledValues& inputs, GraphWriter& writer) override;

  const std::vector<Refusal>& refusals() const { return refusals_; }
  const std::vector<Refusal>& approximations() const { return approximations_; }

 private:
  const ir::Program& program_;
  const OpSettings& settings_;
  std::vector<Refusal> refusals_;
  std::vector<Refusal> approximations_;
};

}  // namespace litevk::to_onnx
