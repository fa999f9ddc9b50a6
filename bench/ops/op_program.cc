#include "bench/ops/op_program.h"

#include <algorithm>
#include <utility>

#include "bench/probe/device_time.h"
#include "runtime/base/stopwatch.h"
#include "tools/run/compare.h"

namespace litevk::bench {
namespace {

constexpr double kUsPerMs = 1000.0;

tools::Array EmptyArray(const ir::Tensor& tensor) {
  tools::Array array;
  array.type = tensor.type;
  array.dims = tensor.dims;
  array.bytes.resize(static_cast<size_t>(tensor.ByteCount()));
  return array;
}

}  // namespace

Result<std::unique_ptr<OpProgram>> OpProgram::Build(const OpModel& model,
                                                    const std::shared_ptr<const vk::Device>& device,
                                                    const LowerOptions& options) {
  const Partition& partition = model.partition;
  LoweredPartition lowered = Lower({model.graph, model.kernels, device->limits()}, partition.positions,
                                   partition.inputs, partition.outputs, options);
  std::unique_ptr<OpProgram> program(new OpProgram(model));
  program->tensors_ = std::move(lowered.tensors);
  LITEVK_ASSIGN_OR_RETURN(program->executable_,
                          Executable::Build(device, std::move(lowered.graph), {.enable_timestamps = true}));
  for (const ir::TensorId id : partition.outputs) {
    program->outputs_.push_back(EmptyArray(model.graph.tensor(id)));
  }
  return program;
}

void OpProgram::CopyInputs() {
  for (size_t i = 0; i < model_.inputs.size(); ++i) {
    const gpu::TensorId tensor = TensorOf(model_.partition.inputs[i]);
    // An input without a tensor affects nothing that is computed at run time.
    if (tensor == gpu::kNoTensor) continue;
    std::ranges::copy(model_.inputs[i].bytes, executable_->Input(tensor).begin());
  }
}

void OpProgram::CopyOutputs() {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const auto source = executable_->Output(TensorOf(model_.partition.outputs[i]));
    std::ranges::copy(source.first(outputs_[i].bytes.size()), outputs_[i].bytes.begin());
  }
}

Result<std::vector<tools::Array>> OpProgram::ReferenceOutputs() const {
  if (!model_.expected.empty()) return model_.expected;
  LITEVK_ASSIGN_OR_RETURN(const auto reference, MakeReferenceProgram(model_.graph, model_.partition));
  std::vector<tools::Array> results = outputs_;
  std::vector<tools::Array> arrays = model_.inputs;
  std::vector<TensorLocation> inputs;
  std::vector<TensorLocation> outputs;
  inputs.reserve(arrays.size());
  outputs.reserve(results.size());
  for (tools::Array& input : arrays) inputs.push_back({.bytes = input.bytes});
  for (tools::Array& result : results) outputs.push_back({.bytes = result.bytes});
  LITEVK_RETURN_IF_ERROR(reference->Run(inputs, outputs));
  return results;
}

Status OpProgram::Check() {
  LITEVK_RETURN_IF_ERROR(RunUs(Mode::kEndToEnd).status());
  LITEVK_ASSIGN_OR_RETURN(const auto expected, ReferenceOutputs());
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const tools::Difference difference = tools::Compare(outputs_[i], expected[i], model_.tolerance);
    if (!difference.agrees) {
      return Internal("output " + std::to_string(i) + " is wrong: " + difference.ToString());
    }
  }
  return {};
}

Result<double> OpProgram::RunUs(Mode mode) {
  if (mode == Mode::kGpu) return DeviceUsOf(*executable_, [this] { return executable_->Run(); });
  Stopwatch watch;
  if (mode == Mode::kEndToEnd) CopyInputs();
  LITEVK_RETURN_IF_ERROR(executable_->Run());
  if (mode == Mode::kEndToEnd) CopyOutputs();
  return kUsPerMs * watch.LapMs();
}

}  // namespace litevk::bench
