// Whether a partition pays: what it would take on the device, with what it costs to hand it over, against the
// same nodes on the interpreter's CPU kernels. docs/design/partitions.md has the model and where its figures
// come from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/graph/device_limits.h"
#include "runtime/graph/device_rates.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Microseconds of one run.
struct PartitionCost {
  double device_us = 0;    // all of it
  double overhead_us = 0;  // of that: submission, waiting, the transfer of inputs and outputs
  double cpu_us = 0;       // of the same nodes, on one thread of XNNPACK

  // Only where the estimate says so clearly: the device would take more than twice as long.
  bool CostsMoreThanItSaves() const { return device_us > 2 * cpu_us; }
};

// A partition that was weighed.
struct PartitionEstimate {
  std::vector<int> positions;         // in ir::Graph::nodes, in execution order
  std::optional<PartitionCost> cost;  // none where dims are not known yet
  bool is_claimed = false;
};

// The device that partitions are weighed for.
struct CostModel {
  gpu::DeviceLimits limits;
  gpu::DeviceRates rates;

  // `positions` of nodes that the delegate supports, with their inferred dims; `consumers` is
  // ir::Consumers(graph). None where a tensor that the partition reads or writes has a dim that is not known
  // yet.
  std::optional<PartitionCost> Estimate(const ir::Graph& graph,
                                        const std::vector<std::vector<int>>& consumers,
                                        std::span<const int> positions) const;
};

// "about 210 us on the device, of which 190 us submit and transfer, and 40 us on the CPU"
std::string ToString(const PartitionCost& cost);

}  // namespace litevk
