// A partition made ready to run for one set of input shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "delegate/engine/warnings.h"
#include "delegate/partition/partition_cost.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

class DeviceTensor;     // runtime/exec/device_tensor.h
class PartitionMemory;  // delegate/engine/partition_memory.h

// The nodes that the interpreter replaced by one of ours. Tensors that are known before the first run
// are neither inputs nor outputs of a program.
struct Partition {
  int subgraph = 0;
  int index = 0;               // in the order in which the interpreter formed the partitions
  std::vector<int> positions;  // in ir::Graph::nodes, in execution order
  std::shared_ptr<const ir::GraphIndex> graph_index;
  std::vector<ir::TensorId> inputs;     // written by the interpreter before each run
  std::vector<ir::TensorId> outputs;    // computed by each run
  std::vector<ir::TensorId> constants;  // known once there is a plan, but read outside of the partition
  // Tensors of other partitions whose dims decide shapes that the nodes read. There are some only if the
  // interpreter makes smaller partitions than it was asked for, to keep every tensor.
  std::vector<ir::TensorId> shape_sources;
  // Largest ratio of the device's time to that of the interpreter's CPU kernels (Partitioning::most_times).
  double most_times = 2;
  CpuSetting cpu;                           // kernels that the limit is relative to
  std::shared_ptr<PartitionMemory> memory;  // for its plans on the device, of which one runs at a time
  std::shared_ptr<Warnings> warnings = std::make_shared<Warnings>();  // shared by all its plans
};

// The memory of an input or output during a run.
struct TensorLocation {
  // The interpreter's memory. Variable tensors, the states of recurrent operators, are written though they
  // are inputs: a run that succeeds leaves their next values there.
  std::span<std::byte> bytes;
  // If not null, the value is in this tensor, or goes to it, and `bytes` stay as they are.
  DeviceTensor* on_device = nullptr;
};

using TensorLocations = std::span<const TensorLocation>;  // one per Partition::inputs or Partition::outputs

class Program {
 public:
  virtual ~Program() = default;
  // Runs the program, on one thread at a time. An input or output may be on the device as a DeviceTensor of
  // DeviceBytes bytes.
  virtual Status Run(TensorLocations inputs, TensorLocations outputs) = 0;
  // Returns the bytes of a tensor on the device. They are 0 if the program reads or writes it only in the
  // interpreter's memory, or has it there at no cost.
  virtual uint64_t DeviceBytes(ir::TensorId /*id*/) const { return 0; }
  // Reports the runs to log and report, once, before the program is destroyed. No destructor does that, as it
  // allocates.
  virtual void ReportUse() {}
};

// Runs the nodes one after another on the CPU's fast kernels, in the calling thread's pool, and on
// kernels_ref where these have none. Weights are packed in the first run. Both arguments must outlive the
// program; the graph's dims are final.
Result<std::unique_ptr<Program>> MakeCpuProgram(const ir::Graph& graph, const Partition& partition);

// Runs the nodes on kernels_ref alone.
Result<std::unique_ptr<Program>> MakeReferenceProgram(const ir::Graph& graph, const Partition& partition);

}  // namespace litevk
