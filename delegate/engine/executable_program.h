// A program of a partition that is an executable on the device. It passes the inputs and outputs of a run,
// and reports the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "delegate/engine/dispatch_profile.h"
#include "delegate/engine/edge_bytes.h"
#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/engine/run_timeline.h"
#include "runtime/exec/executable.h"
#include "runtime/graph/gpu_graph.h"

namespace litevk {

// Data for the report of a program beside its times.
struct Reported {
  std::optional<int64_t> number;    // number in the report; none if that lists enough programs
  bool is_new = false;              // the report did not list the program before
  std::vector<DispatchWork> works;  // by dispatch; none without enable_op_profiling
  RunTimeline timeline;
};

// A partition's tensors on the device.
struct ProgramTensors {
  std::vector<gpu::TensorId> ids;                          // LoweredPartition::tensors
  std::unordered_map<ir::TensorId, gpu::TensorId> states;  // LoweredPartition::states
  std::vector<EdgeBytes> inputs;                           // one for each of the partition's inputs
  std::vector<EdgeBytes> outputs;
};

class ExecutableProgram : public Program {
 public:
  // Partition and engine must outlive the program.
  ExecutableProgram(std::unique_ptr<Executable> executable, const Partition& partition,
                    ProgramTensors tensors, std::vector<gpu::ValueCheck> checks, const Engine& engine,
                    Reported reported);
  ExecutableProgram(const ExecutableProgram&) = delete;
  ExecutableProgram& operator=(const ExecutableProgram&) = delete;

  void ReportUse() override;
  Status Run(TensorLocations inputs, TensorLocations outputs) override;
  uint64_t DeviceBytes(ir::TensorId id) const override;

 private:
  gpu::TensorId TensorOf(ir::TensorId id) const { return tensors_.ids[static_cast<size_t>(id)]; }
  bool IsAlikeAtEdges(ir::TensorId id) const;
  // Returns true if the tensor is used where it lies, so that the host has nothing to copy.
  Result<bool> Place(gpu::TensorId tensor, const EdgeBytes& edge, const TensorLocation& location);
  Status WriteInputs(TensorLocations inputs);
  Status PlaceOutputs(TensorLocations outputs);
  void ReadOutputs(TensorLocations outputs);
  Status CheckValues() const;
  // Copies the next states. A state is an input whose memory gets the value after the run.
  void UpdateStates(TensorLocations inputs);
  void ReportTraffic();
  void TellOfRun(bool is_first);
  void ReadTimes();
  void ReportProfile();

  std::unique_ptr<Executable> executable_;
  const Partition& partition_;
  ProgramTensors tensors_;
  std::vector<gpu::ValueCheck> checks_;
  const Engine& engine_;
  Reported reported_;
  const bool is_timed_;
  std::vector<bool> is_bound_;  // outputs in the interpreter's memory
  bool was_used_ = false;
  TrafficReport traffic_;  // the run under way
  DispatchProfile profile_;
};

}  // namespace litevk
