// Partitions from verdicts: the largest groups of supported nodes that can each run as one node of the
// interpreter. No path leaves a group and comes back to it.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "delegate/partition/partition_cost.h"
#include "delegate/verdict/verdict.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

enum class PartitionPolicy {
  // Claims a partition unless it clearly costs more than it saves. A plan for other dims is weighed again:
  // Plan::MakeCpuIfSlower().
  kAuto,
  // Claims every partition.
  kAll,
};

// Nodes that are left to the interpreter: nothing to tell, a warning, or an error. With the latter two, a
// node is also claimed whose result no node reads and only constants decide, so that no node need be left.
enum class OnLeftNodes { kAllow, kWarn, kError };

struct PartitionOptions {
  PartitionPolicy policy = PartitionPolicy::kAuto;
  int min_nodes = 0;       // nodes that compute constants do not count
  int max_partitions = 0;  // 0: no limit
  int first_node = 0;      // TFLite node indices, both included
  int last_node = std::numeric_limits<int>::max();
  int allowed_op_code = -1;  // -1: every operator
  OnLeftNodes on_left_nodes = OnLeftNodes::kAllow;
};

// The use of a graph, as estimates need to know it.
struct GraphUse {
  // The graph with dims in place of those that the model leaves open (SizeOpenDims). Null: none is open.
  const ir::Graph* sized = nullptr;
  // Nodes, by position, that the interpreter cannot run, so that no estimate leaves them to it. Null: none.
  const std::vector<bool>* only_here = nullptr;
  bool is_called = false;  // control flow calls it, so that it is a part of what the user runs
  bool is_replanned =
      false;  // by a loop of more steps than plans are kept, each of which may have other dims
};

struct Partitioning {
  std::vector<Verdict> verdicts;             // by position; negative for nodes that a limit left out too
  std::vector<std::vector<int>> partitions;  // positions in execution order, by partition
  // Estimates of the partitions and of the groups that the policy or a limit left out, in the order of these
  // decisions. Empty without a CostModel.
  std::vector<PartitionEstimate> estimates;
  // Largest ratio of the device's time to the CPU's for one of these groups.
  double most_times = kMostTimesOfPartition;
};

// Returns the groups that a TFLite runtime forms when it is asked to replace the nodes of `claimed` (by
// position), in execution order. Groups of claimed and of other nodes alternate, each taking every node whose
// inputs the groups before it produce.
std::vector<std::vector<int>> GroupNodes(const ir::Graph& graph, const ir::GraphIndex& index,
                                         const std::vector<bool>& claimed);

// Applies the options to the verdicts of JudgeGraph and groups the nodes that are left. Constness::kFolded in
// `graph` stays true of a tensor whose node is left out. Only constants decide the value, and folding does
// not ask who else computes it.
// Without `costs` every policy is kAll.
Partitioning PartitionGraph(const ir::Graph& graph, const ir::GraphIndex& index,
                            std::vector<Verdict> verdicts, const PartitionOptions& options,
                            const CostModel* costs = nullptr, const GraphUse& use = {});

}  // namespace litevk
