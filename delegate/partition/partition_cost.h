// Estimates that decide if a partition pays. Its time on the device includes the cost of handing it over, and
// is held against the interpreter's CPU kernels. The model and the sources of its figures are in
// docs/design/partitions.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "delegate/kernel/judged_graph.h"
#include "delegate/partition/cpu_rates.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/device_rates.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Microseconds of one run.
struct PartitionCost {
  double device_us = 0;    // all of it
  double overhead_us = 0;  // part of device_us: submission, waiting, the transfer of inputs and outputs
  double plan_us = 0;      // part of device_us: a plan for other dims than the run before had
  double cpu_us = 0;       // the same nodes, on the interpreter's kernels
  double own_cpu_us = 0;   // on litevk's, the only kernels once the interpreter has replaced the nodes
  CpuSetting cpu;          // the kernels that cpu_us is of

  bool IsSlower(double most_times) const { return device_us > most_times * cpu_us; }
};

// Host time to make a plan whose pipelines exist: dims, lowering, memory, commands.
inline constexpr double kPlanUs = 250;

// Largest ratio of the device's time to the CPU's. Up to it a GPU gets the work, since the user has asked for
// it and estimates are no better.
inline constexpr double kMostTimesOfPartition = 2;
inline constexpr double kMostTimesOfGraph = 4;  // for a graph that is delegated whole: what the user meant
// A driver that runs on the CPU has to gain something: its only use is to go without a GPU.
inline constexpr double kMostTimesOfCpuDriver = 1;

// A partition that was weighed.
struct PartitionEstimate {
  std::vector<int> positions;  // in ir::Graph::nodes, in execution order
  PartitionCost cost;
  double most_times = kMostTimesOfPartition;  // the limit that it was held against
  bool assumes_dims = false;                  // assumes dims that the model leaves open
  bool is_only_here = false;                  // the interpreter cannot run all of its nodes
  bool is_claimed = false;
};

// The device that partitions are weighed for.
struct CostModel {
  gpu::DeviceLimits limits;
  gpu::DeviceRates rates;
  bool is_cpu_driver = false;
  CpuSetting cpu;  // the interpreter's kernels

  // Returns the largest ratio of the device's time to the CPU's, for a graph or a part of one.
  double MostTimes(bool is_whole_graph) const {
    if (is_cpu_driver) return kMostTimesOfCpuDriver;
    return is_whole_graph ? kMostTimesOfGraph : kMostTimesOfPartition;
  }

  // Returns the cost of the nodes at `positions`, which the delegate supports, with their inferred dims, none
  // of them unknown, and their kernels. `consumers` are those of the graph's ir::GraphIndex.
  PartitionCost Estimate(const ir::Graph& graph, const NodeKernels& kernels,
                         const std::vector<std::vector<int>>& consumers,
                         std::span<const int> positions) const;
};

// Returns text such as "about 210 us on the device, of which 190 us submit and transfer, and 40 us on the
// CPU".
std::string ToString(const PartitionCost& cost);

// Returns the rule of partition_policy=auto in words, for a partition that was held against `most_times`.
std::string RuleOf(double most_times);

}  // namespace litevk
