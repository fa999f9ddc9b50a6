#include "delegate/report/subgraph_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "delegate/verdict/op_names.h"
#include "runtime/base/printable.h"
#include "runtime/opset/custom_ops.h"

namespace litevk {
namespace {

std::string Padded(std::string text, size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

}  // namespace

int SubgraphReport::DelegatedNodes() const {
  return static_cast<int>(
      std::ranges::count_if(nodes, [](const NodeReport& node) { return node.verdict.supported(); }));
}

SubgraphReport MakeSubgraphReport(int subgraph, const ir::Graph& graph, const Partitioning& partitioning) {
  SubgraphReport report;
  report.subgraph = subgraph;
  for (size_t position = 0; position < graph.nodes.size(); ++position) {
    const ir::Node& node = graph.nodes[position];
    report.nodes.push_back({.index = node.index,
                            .op = OpName(node),
                            .is_custom = IsCustom(node),
                            .version = node.version,
                            .verdict = partitioning.verdicts[position]});
  }
  for (const PartitionEstimate& estimate : partitioning.estimates) {
    EstimateReport entry = {.nodes = {},
                            .cost = estimate.cost,
                            .most_times = estimate.most_times,
                            .assumes_dims = estimate.assumes_dims,
                            .is_only_here = estimate.is_only_here};
    for (const int position : estimate.positions)
      entry.nodes.push_back(report.nodes[static_cast<size_t>(position)].index);
    report.estimates.push_back(std::move(entry));
  }
  return report;
}

std::vector<std::string> ToTable(const SubgraphReport& report) {
  std::vector<std::string> lines;
  lines.push_back("subgraph " + std::to_string(report.subgraph) + ": " +
                  std::to_string(report.DelegatedNodes()) + " nodes delegated of " +
                  std::to_string(report.nodes.size()) + ", in " + std::to_string(report.partitions) +
                  " partitions");
  lines.push_back("  node  version  partition  op                        reason");
  for (const NodeReport& node : report.nodes) {
    std::array<char, 48> numbers = {};
    const std::string partition = node.partition < 0 ? "-" : std::to_string(node.partition);
    std::snprintf(numbers.data(), numbers.size(), "  %4d  %7d  %9s  ", node.index, node.version,
                  partition.c_str());
    lines.push_back(numbers.data() + Padded(Printable(node.op), 24) + "  " + Printable(node.verdict.reason));
  }
  for (const EstimateReport& estimate : report.estimates) {
    if (estimate.partition < 0) continue;
    lines.push_back("  partition " + std::to_string(estimate.partition) + " is estimated to take " +
                    ToString(estimate.cost));
  }
  return lines;
}

}  // namespace litevk
