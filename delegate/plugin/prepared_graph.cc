#include "delegate/plugin/prepared_graph.h"

#include <utility>

namespace litevk {

std::shared_ptr<PreparedGraph> MakePreparedGraph(int subgraph, ir::Graph graph,
                                                 std::shared_ptr<const ir::GraphIndex> index,
                                                 const Partitioning& partitioning) {
  auto prepared = std::make_shared<PreparedGraph>();
  prepared->subgraph = subgraph;
  prepared->graph = std::move(graph);
  prepared->index = std::move(index);
  prepared->kernels = KernelsOf(partitioning.verdicts);
  prepared->partition_of.resize(prepared->graph.nodes.size(), -1);
  prepared->expected_partitions = static_cast<int>(partitioning.partitions.size());
  prepared->most_times = partitioning.most_times;
  return prepared;
}

SubgraphReport ReportOf(const PreparedGraph& prepared, const Partitioning& partitioning) {
  SubgraphReport report = MakeSubgraphReport(prepared.subgraph, prepared.graph, partitioning);
  report.partitions = prepared.partitions;
  for (size_t i = 0; i < report.nodes.size(); ++i) report.nodes[i].partition = prepared.partition_of[i];
  for (size_t i = 0; i < report.estimates.size(); ++i) {
    const PartitionEstimate& estimate = partitioning.estimates[i];
    if (!estimate.is_claimed) continue;
    report.estimates[i].partition = prepared.partition_of[static_cast<size_t>(estimate.positions.front())];
  }
  return report;
}

}  // namespace litevk
