#include "delegate/engine/dispatch_work.h"

#include <set>
#include <unordered_map>

#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

double FlopsOf(const ir::Graph& graph, const ir::GraphIndex& index, int node_index) {
  const auto position = index.positions.find(node_index);
  if (position == index.positions.end()) return 0;
  const ir::Node& node = graph.nodes[static_cast<size_t>(position->second)];
  const OpInfo* const info = FindOpInfo(node);
  return info == nullptr ? 0 : info->cost({graph, node}).flops;
}

// Returns the bytes of the tensors, each once, though several bindings may show it.
double BytesOf(const gpu::Graph& program, const gpu::Dispatch& dispatch) {
  const std::set<gpu::TensorId> tensors(dispatch.bindings.begin(), dispatch.bindings.end());
  double bytes = 0;
  for (const gpu::TensorId tensor : tensors) {
    bytes += static_cast<double>(program.tensors[static_cast<size_t>(tensor)].bytes);
  }
  return bytes;
}

// Returns a measure of a dispatch's computation, to compare dispatches of one node.
double LoopsOf(const gpu::Dispatch& dispatch) {
  const auto& [x, y, z] = dispatch.workgroups;
  return static_cast<double>(x) * y * z * static_cast<double>(dispatch.iterations + 1);
}

}  // namespace

std::vector<DispatchWork> DescribeWork(const ir::Graph& graph, const ir::GraphIndex& index,
                                       const gpu::Graph& program) {
  std::vector<DispatchWork> works;
  // If a node takes several dispatches, its operations count in the first of them.
  std::set<int> counted;
  const auto flops_once = [&](int node) {
    return counted.insert(node).second ? FlopsOf(graph, index, node) : 0;
  };
  for (const gpu::Dispatch& dispatch : program.dispatches) {
    DispatchWork work = {.workgroups = dispatch.workgroups,
                         .flops = flops_once(dispatch.source_node),
                         .bytes = BytesOf(program, dispatch)};
    for (const int node : dispatch.fused_nodes) work.flops += flops_once(node);
    works.push_back(work);
  }
  return works;
}

std::vector<double> EstimateDispatches(const ir::Graph& graph, const ir::GraphIndex& index,
                                       const gpu::Graph& program, const gpu::DeviceRates& rates) {
  const std::vector<DispatchWork> works = DescribeWork(graph, index, program);
  struct Node {
    double flops = 0;
    double loops = 0;
  };
  std::unordered_map<int, Node> nodes;
  for (size_t d = 0; d < works.size(); ++d) {
    Node& node = nodes[program.dispatches[d].source_node];
    node.flops += works[d].flops;
    node.loops += LoopsOf(program.dispatches[d]);
  }
  std::vector<double> times;
  for (size_t d = 0; d < works.size(); ++d) {
    const gpu::Dispatch& dispatch = program.dispatches[d];
    const Node& node = nodes[dispatch.source_node];
    const double share = node.loops > 0 ? LoopsOf(dispatch) / node.loops : 0;
    times.push_back(rates.WorkUs(node.flops * share, works[d].bytes));
  }
  return times;
}

}  // namespace litevk
