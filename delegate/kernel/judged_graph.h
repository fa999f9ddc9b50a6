// A graph whose nodes' kernels are chosen, as fusion, views and lowering read it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "delegate/kernel/gpu_kernel.h"
#include "delegate/kernel/node_view.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Kernel of each node, by the node's position. Null: the device does not run it.
using NodeKernels = std::vector<const GpuKernel*>;

// References, all of which outlive what passes make of this graph.
struct JudgedGraph {
  const ir::Graph& graph;
  const NodeKernels& kernels;
  const gpu::DeviceLimits& limits;

  const ir::Node& Node(int position) const { return graph.nodes[static_cast<size_t>(position)]; }
  // Returns an empty kernel if the device does not run the node, such as one that reads only dims.
  const GpuKernel& KernelAt(int position) const {
    static const GpuKernel none;
    const GpuKernel* kernel = kernels[static_cast<size_t>(position)];
    return kernel != nullptr ? *kernel : none;
  }
  NodeView View(int position) const { return {graph, Node(position), limits, &KernelAt(position)}; }
};

}  // namespace litevk
