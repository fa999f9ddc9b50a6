#include "delegate/engine/smaller_plan.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/opset/run_node.h"

namespace litevk {
namespace {

struct SizedNode {
  int position = 0;
  int64_t bytes = 0;
};

// Returns the bytes of what the node reads that is known, and of what it writes.
int64_t BytesOf(const ir::Graph& graph, const ir::Node& node) {
  int64_t bytes = 0;
  for (const ir::TensorId id : node.inputs) {
    if (id != ir::kAbsent && graph.tensor(id).is_known()) bytes += graph.tensor(id).ByteCount();
  }
  for (const ir::TensorId id : node.outputs) bytes += graph.tensor(id).ByteCount();
  return bytes;
}

// A user's own operator has no kernel on the CPU, and nobody runs a node whose results are known.
bool RunsOnCpu(const ir::Graph& graph, const ir::Node& node) {
  const bool is_known =
      std::ranges::all_of(node.outputs, [&](ir::TensorId id) { return graph.tensor(id).is_known(); });
  return !is_known && node.custom_op == nullptr && ref::FindKernel(node.op_code) != nullptr;
}

}  // namespace

gpu::DeviceLimits WithoutScratch(gpu::DeviceLimits limits) {
  limits.profile.winograd = false;
  limits.profile.scratch_divisor = std::numeric_limits<uint32_t>::max();
  return limits;
}

std::vector<RefusedNode> LargestNodes(const ir::Graph& graph, const Partition& partition, double share,
                                      const std::string& why) {
  std::vector<SizedNode> nodes;
  double all = 0;
  for (const int position : partition.positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    const int64_t bytes = BytesOf(graph, node);
    all += static_cast<double>(bytes);
    if (RunsOnCpu(graph, node)) nodes.push_back({position, bytes});
  }
  std::ranges::stable_sort(nodes, std::ranges::greater(), &SizedNode::bytes);
  double taken = 0;
  std::vector<RefusedNode> largest;
  for (const SizedNode& node : nodes) {
    if (taken >= share * all) break;
    taken += static_cast<double>(node.bytes);
    largest.push_back({node.position, Reject(ReasonCode::kDeviceLimit, why)});
  }
  std::ranges::sort(largest, {}, &RefusedNode::position);
  return largest;
}

}  // namespace litevk
