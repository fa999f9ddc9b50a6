// Whether a partition pays: what it would take on the device, with what it costs to hand it over, against the
// same nodes on the interpreter's CPU kernels. docs/design/partitions.md has the model and where its figures
// come from.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "delegate/kernel/judged_graph.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/device_rates.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Microseconds of one run.
struct PartitionCost {
  double device_us = 0;     // all of it
  double overhead_us = 0;   // of that: submission, waiting, the transfer of inputs and outputs
  double plan_us = 0;       // of device_us: a plan for other dims than the run before had
  double cpu_us = 0;        // of the same nodes, on one thread of XNNPACK
  double reference_us = 0;  // on kernels_ref, which alone are left once the interpreter has replaced them

  bool IsLoss(double most_times) const { return device_us > most_times * cpu_us; }
};

// What it takes on the host to make a plan whose pipelines exist: dims, lowering, memory, commands.
inline constexpr double kPlanUs = 250;

// How many times as long as the CPU the device may take. Within that it has the work, since the user has
// asked for it and estimates are no better.
inline constexpr double kMostTimesOfPartition = 2;
inline constexpr double kMostTimesOfGraph = 4;  // that is delegated whole: what the user meant

// A partition that was weighed.
struct PartitionEstimate {
  std::vector<int> positions;  // in ir::Graph::nodes, in execution order
  PartitionCost cost;
  bool assumes_dims = false;  // which the model leaves open
  bool is_claimed = false;
};

// The device that partitions are weighed for.
struct CostModel {
  gpu::DeviceLimits limits;
  gpu::DeviceRates rates;

  // `positions` of nodes that the delegate supports, with their inferred dims, none of them unknown, and
  // their kernels; `consumers` are those of the graph's ir::GraphIndex.
  PartitionCost Estimate(const ir::Graph& graph, const NodeKernels& kernels,
                         const std::vector<std::vector<int>>& consumers,
                         std::span<const int> positions) const;
};

// "about 210 us on the device, of which 190 us submit and transfer, and 40 us on the CPU"
std::string ToString(const PartitionCost& cost);

}  // namespace litevk
