// A model on the device, to be run many times.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/ops/op_model.h"
#include "delegate/lower/lowering.h"
#include "runtime/exec/executable.h"

namespace litevk::bench {

enum class Mode {
  kGpu,       // time between device timestamps around the dispatches
  kSubmit,    // host time from submission to fence
  kEndToEnd,  // host time including the copies of inputs and outputs
};

class OpProgram {
 public:
  // `model` must outlive the program.
  static Result<std::unique_ptr<OpProgram>> Build(const OpModel& model,
                                                  const std::shared_ptr<const vk::Device>& device,
                                                  const LowerOptions& options = {});

  // Runs once and compares the outputs with the model's expected ones, or with those of
  // kernels_ref.
  Status Check();
  // Runs once on the inputs that Check left on the device; returns microseconds.
  Result<double> RunUs(Mode mode);
  const ExecutableStats& stats() const { return executable_->stats(); }

 private:
  explicit OpProgram(const OpModel& model) : model_(model) {}
  void CopyInputs();
  void CopyOutputs();
  Result<std::vector<tools::Array>> ReferenceOutputs() const;
  gpu::TensorId TensorOf(ir::TensorId id) const { return tensors_[static_cast<size_t>(id)]; }

  const OpModel& model_;
  std::unique_ptr<Executable> executable_;
  std::vector<gpu::TensorId> tensors_;  // indexed by ir::TensorId
  std::vector<tools::Array> outputs_;   // outputs of the last run that copied them
};

}  // namespace litevk::bench
