// Graphs with the kernels that verdicts would choose by only the types of nodes.
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
      kernels_.push_back(spec == nullptr ? nullptr : KernelOf(*spec, node));
    }
  }

  operator JudgedGraph() const { return {graph_, kernels_, limits_}; }  // NOLINT: a graph and its kernels

 private:
  const GpuKernel* KernelOf(const OpSpec& spec, const ir::Node& node) const {
    const auto matched = MatchSignature(spec.kernels, ir::TensorsOf(graph_, node.inputs),
                                        ir::TensorsOf(graph_, node.outputs), &GpuKernel::types);
    return matched == spec.kernels.end() ? nullptr : &*matched;
  }

  const ir::Graph& graph_;
  NodeKernels kernels_;
  gpu::DeviceLimits limits_;
};

}  // namespace litevk::test
