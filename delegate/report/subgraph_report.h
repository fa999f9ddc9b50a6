// The part of the compatibility report that every Prepare makes, also as a table for people. For every node
// it has the operator, the verdict with its reason, and the partition.
#pragma once

#include <string>
#include <vector>

#include "delegate/partition/partitioner.h"
#include "runtime/ir/graph.h"

namespace litevk {

struct NodeReport {
  int index = 0;  // TFLite node index
  std::string op;
  bool is_custom = false;
  int version = 1;
  Verdict verdict;
  int partition = -1;  // -1: left to the interpreter
};

// The estimated cost of a partition.
struct EstimateReport {
  std::vector<int> nodes;  // TFLite node indices, in execution order
  int partition = -1;      // -1: left to the interpreter
  PartitionCost cost;
  double most_times = kMostTimesOfPartition;  // the limit that it was held against
  bool assumes_dims = false;                  // assumes dims that the model leaves open
  bool is_only_here = false;                  // the interpreter cannot run all of its nodes
};

struct SubgraphReport {
  int subgraph = 0;
  int partitions = 0;
  std::vector<EstimateReport> estimates;
  std::vector<NodeReport> nodes;  // in execution order

  int DelegatedNodes() const;
};

// Returns the report without the numbers of partitions, which the interpreter gives.
SubgraphReport MakeSubgraphReport(int subgraph, const ir::Graph& graph, const Partitioning& partitioning);

// Returns one line per entry, without line ends: a summary, then a row per node.
std::vector<std::string> ToTable(const SubgraphReport& report);

}  // namespace litevk
