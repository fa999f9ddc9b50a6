// A partition for one set of input shapes: the dims of all its tensors, its program, its constants.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/verdict/final_shapes.h"
#include "runtime/values/fold.h"
#include "runtime/values/planned_values.h"

namespace litevk {

class Plan {
 public:
  // Creates a plan for `shapes`, those of the partition's inputs and shape sources, in their order. If these
  // differ from the graph's, infers the dims of the other tensors and asks the operator table again. Nodes
  // that the device cannot run in these shapes run on the CPU after one warning. So does a
  // partition that fails to build. Either is an error when the options say strict. The graph of `judged`,
  // `partition` and `engine` must outlive the plan.
  static Result<std::unique_ptr<Plan>> Create(const JudgedGraph& judged, const Partition& partition,
                                              const std::vector<ir::Shape>& shapes, const Engine& engine);

  const ir::Shape& dims(ir::TensorId id) const { return graph().tensor(id).dims; }
  int64_t ByteCount(ir::TensorId id) const { return graph().tensor(id).ByteCount(); }
  // Returns one value for each of Partition::constants.
  const std::vector<KnownValue>& constants() const { return constants_; }

  // Program::DeviceBytes of the program that runs now.
  uint64_t DeviceBytes(ir::TensorId id) const { return program_ == nullptr ? 0 : program_->DeviceBytes(id); }

  // Reports the runs to log and report, to be called before the plan is destroyed. If memory runs out, only
  // the report misses something.
  void ReportUse();

  // Repeats the run once on a device that was lost and could be opened anew. Else finishes on the CPU when
  // the device fails, and stays there. Inputs that the program cannot read on the device are copied to the
  // interpreter's memory before. If the program has changed, outputs that should stay on the device are in
  // the interpreter's memory instead, and their places say so.
  Status Run(std::span<TensorLocation> inputs, std::span<TensorLocation> outputs);

 private:
  Plan(const ir::Graph& graph, const Partition& partition, const Engine& engine)
      : shared_graph_(graph), partition_(partition), engine_(engine), limits_(engine.limits) {}

  using MakeFunction = std::function<Result<std::unique_ptr<Program>>()>;

  Status SetShapes(const JudgedGraph& judged, const std::vector<ir::Shape>& shapes);
  // Returns the tensor that has the shape number `index`.
  ir::TensorId ShapedTensor(size_t index) const;
  // True if the shared graph has these shapes already.
  bool HasShapes(const std::vector<ir::Shape>& shapes) const;
  Status MakeProgram();
  // Makes a program after the usual one has found no memory.
  Status MakeSmaller(const Status& failure);
  // Makes the program with `make`, and once more if the device is lost and could be opened anew.
  Status BuildOnDevice(const MakeFunction& make);
  // True if `failure` is that of a lost device, and there is one again. Adds to the failure why there is
  // none.
  bool HasDevice(Status& failure);
  bool HasDeviceFailed(const Status& status) const;
  // Makes the program anew after a run has failed.
  Status Rebuild(Status failure, bool may_reopen);
  const ir::Graph& graph() const { return own_graph_ ? *own_graph_ : shared_graph_; }
  JudgedGraph judged() const { return {graph(), nodes_.kernels, limits_}; }
  // Makes a program of the CPU if the device does not pay and the CPU is faster. The estimate is for
  // these shapes, for which the partition may not have been claimed. Returns true if it made one.
  bool MakeCpuIfSlower();
  std::vector<RefusedNode> SlowerNodesOf(const PartitionCost& cost) const;
  Result<std::unique_ptr<Program>> MakeProgramOfCpu() const;
  Status MakeMixed(const std::vector<RefusedNode>& refused_nodes);
  // `cause` distinguishes the warning from those of other causes.
  Status FallBack(const std::string& cause, const std::string& why);
  // Warns once for each cause, and adds to the report.
  void Report(const std::string& cause, const std::string& what) const;
  Status BringToHost(std::span<TensorLocation> inputs) const;
  Status EvaluateConstants();

  const ir::Graph& shared_graph_;  // shared by all plans of the subgraph
  // A copy with the dims of this plan, if they differ. Declared before program_, which reads it.
  std::optional<ir::Graph> own_graph_;
  PlannedValues shapes_;  // owns constants of own_graph_
  FinalNodes nodes_;      // in these shapes
  const Partition& partition_;
  const Engine& engine_;
  gpu::DeviceLimits limits_;  // the engine's, with a profile that takes less memory where there is none
  std::unique_ptr<Program> program_;
  bool on_device_ = false;
  std::string lost_by_;  // failure of the device that this plan has replaced, until a program is made
  std::vector<KnownValue> constants_;
};

}  // namespace litevk
