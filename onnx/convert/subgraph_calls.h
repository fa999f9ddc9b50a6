// The conversion of subgraphs that a control flow node calls.
#pragma once

#include <vector>

#include "onnx/convert/convert.h"
#include "onnx/facts/op_settings.h"
#include "onnx/write/graph_writer.h"
#include "onnx/write/subgraph_writer.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

class SubgraphCalls final : public SubgraphWriter {
 public:
  SubgraphCalls(const ir::Program& program, const OpSettings& settings)
      : program_(program), settings_(settings) {}

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
