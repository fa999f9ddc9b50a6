// A subgraph as the delegate's Prepare leaves it to the kernels of its partitions.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "delegate/partition/partitioner.h"
#include "delegate/plugin/passed_tensor.h"
#include "delegate/report/subgraph_report.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/graph_index.h"
#include "runtime/platform/one_thread.h"
#include "runtime/platform/thread_pool.h"

namespace litevk {

// A subgraph as the delegate's Prepare judged it, shared by the kernels of its partitions.
struct PreparedGraph {
  int subgraph = 0;
  ir::Graph graph;
  std::shared_ptr<const ir::GraphIndex> index;
  NodeKernels kernels;  // kernels of the nodes that were claimed
  // Filled by the kernels, which the interpreter creates one by one.
  std::vector<int> partition_of;  // by position, -1 where the interpreter runs the node
  int partitions = 0;
  // Number of partitions that the interpreter was asked for. If it makes more, to show its user every tensor,
  // tensors may not stay on the device between partitions. They may not either in the bodies of control flow,
  // whose outputs an interpreter may read without asking for them.
  int expected_partitions = 0;
  double most_times = 2;  // Partition::most_times
  CpuSetting cpu;         // Partition::cpu
  bool is_control_flow_body = false;
  std::unordered_map<ir::TensorId, std::shared_ptr<PassedTensor>> passed;
  // Threads of the CPU kernels of all partitions, where the interpreter has more than one. Made by the first
  // run, and started by the first node that computes on the CPU.
  std::unique_ptr<ThreadPool> cpu_threads;
  Status init_error;  // failure of the first kernel that could not be made ready
  // Held by the kernel that works: an interpreter's threads, which should be one, may come at the same time.
  // Shared with the passed tensors, which outlive the graph.
  std::shared_ptr<OneThread> in_use = std::make_shared<OneThread>();
};

std::shared_ptr<PreparedGraph> MakePreparedGraph(int subgraph, ir::Graph graph,
                                                 std::shared_ptr<const ir::GraphIndex> index,
                                                 const Partitioning& partitioning);

// Returns the report of a subgraph whose partitions the interpreter has formed.
SubgraphReport ReportOf(const PreparedGraph& prepared, const Partitioning& partitioning);

}  // namespace litevk
