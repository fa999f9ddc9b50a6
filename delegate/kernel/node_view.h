// A node with everything that a rule of the GPU's kernels may look at.
#pragma once

#include <cassert>

#include "runtime/graph/device_limits.h"
#include "runtime/ir/node_view.h"

namespace litevk {

struct GpuKernel;  // delegate/kernel/gpu_kernel.h

class NodeView : public ir::NodeView {
 public:
  // `kernel` is the one that the node's verdict has chosen, or that of the pattern whose last node it is.
  // Null while there is none.
  NodeView(const ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits,
           const GpuKernel* kernel = nullptr)
      : ir::NodeView(graph, node), limits_(&limits), kernel_(kernel) {}

  const gpu::DeviceLimits& limits() const { return *limits_; }
  const GpuKernel& kernel() const {
    assert(kernel_ != nullptr);
    return *kernel_;
  }

 private:
  const gpu::DeviceLimits* limits_;
  const GpuKernel* kernel_;
};

}  // namespace litevk
