// Graphs with the kernels that verdicts would choose by the types of nodes alone.
#pragma once

#include "delegate/kernel/judged_graph.h"
#include "delegate/kernel/op_spec.h"

namespace litevk::test {

class Judged {
 public:
  explicit Judged(const ir::Graph& graph, const gpu::DeviceLimits& limits = {})
      : graph_(graph), limits_(limits) {
    for (const ir::Node& node : graph.nodes) {
      const OpSpec* spec = FindOp(node);
      kernels_.push_back(spec == nullptr ? nullptr
                                         : MatchKernel(*spec, ir::TensorsOf(graph, node.inputs),
                                                       ir::TensorsOf(graph, node.outputs)));
    }
  }

  operator JudgedGraph() const { return {graph_, kernels_, limits_}; }  // NOLINT: a graph and its kernels

 private:
  const ir::Graph& graph_;
  NodeKernels kernels_;
  gpu::DeviceLimits limits_;
};

}  // namespace litevk::test
