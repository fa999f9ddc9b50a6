// A partition made ready to run for one set of input shapes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk {

class ConstantStore;  // runtime/exec/constant_store.h
struct RunMemory;     // runtime/exec/run_memory.h

// The nodes that the interpreter replaced by one of ours. Tensors that are known before the first run
// are neither inputs nor outputs of a program.
struct Partition {
  int subgraph = 0;
  int index = 0;                        // in the order in which the interpreter formed them
  std::vector<int> positions;           // in ir::Graph::nodes, in execution order
  std::vector<ir::TensorId> inputs;     // written by the interpreter before each run
  std::vector<ir::TensorId> outputs;    // computed by each run
  std::vector<ir::TensorId> constants;  // known once there is a plan, but read outside of the partition
  // Tensors of other partitions whose dims decide shapes that the nodes read. There are none but where the
  // interpreter makes smaller partitions than it was asked for, to keep every tensor.
  std::vector<ir::TensorId> shape_sources;
  std::shared_ptr<ConstantStore> weights;  // of its plans on the device
  std::shared_ptr<RunMemory> memory;       // of its plans on the device, of which one runs at a time
};

// Those of variable tensors, the states of recurrent operators, are written too: a run that succeeds leaves
// their next values there.
using InputBytes = std::span<const std::span<const std::byte>>;  // one per Partition::inputs
using OutputBytes = std::span<const std::span<std::byte>>;       // one per Partition::outputs

class Program {
 public:
  virtual ~Program() = default;
  // Used by one thread at a time.
  virtual Status Run(InputBytes inputs, OutputBytes outputs) = 0;
};

// Runs the nodes one after another on kernels_ref. Both arguments must outlive the program; the graph's
// dims are final.
Result<std::unique_ptr<Program>> MakeReferenceProgram(const ir::Graph& graph, const Partition& partition);

}  // namespace litevk
