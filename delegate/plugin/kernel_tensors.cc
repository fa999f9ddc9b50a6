// Memory of a partition's tensors: the interpreter's or, between two partitions, the device's.
#include <algorithm>
#include <string>
#include <utility>

#include "delegate/engine/current_device.h"
#include "delegate/engine/gpu_program.h"
#include "delegate/plugin/delegate_kernel.h"
#include "runtime/vk/instance/lifetime.h"

namespace litevk {
namespace {

// Returns the tensor's memory during a run.
Result<std::span<std::byte>> BytesOf(abi::TfLiteContext* context, ir::TensorId id, int64_t expected) {
  abi::TfLiteTensor& tensor = context->tensors[id];
  const auto bytes = static_cast<size_t>(expected);
  if (tensor.bytes != bytes || (tensor.data.data == nullptr && bytes > 0)) {
    return Internal("tensor " + std::to_string(id) + ": expected " + std::to_string(bytes) +
                    " bytes of memory, found " +
                    std::to_string(tensor.data.data == nullptr ? 0 : tensor.bytes));
  }
  return std::span(static_cast<std::byte*>(tensor.data.data), bytes);
}

}  // namespace

Status DelegateKernel::CopyConstants(abi::TfLiteContext* context) {
  const auto& values = plans_.front().plan->constants();
  for (size_t i = 0; i < values.size(); ++i) {
    const abi::TfLiteTensor& tensor = context->tensors[partition_.constants[i]];
    // A shape may be a result of the model, whose memory is the caller's between runs.
    const bool is_kept = tensor.allocation_type == abi::kTfLiteArenaRwPersistent &&
                         !prepared_->graph.tensor(partition_.constants[i]).is_planned();
    if (is_kept && constants_at_[i] == tensor.data.data) continue;
    const std::span<const std::byte> value = values[i].bytes();
    LITEVK_ASSIGN_OR_RETURN(const auto target,
                            BytesOf(context, partition_.constants[i], static_cast<int64_t>(value.size())));
    std::ranges::copy(value, target.begin());
    constants_at_[i] = target.data();
  }
  return {};
}

PassedTensor* DelegateKernel::Passed(ir::TensorId id) const {
  const auto found = prepared_->passed.find(id);
  return found == prepared_->passed.end() ? nullptr : found->second.get();
}

// Finds the outputs that another partition reads.
void DelegateKernel::FindPassedOutputs(const abi::TfLiteContext* context) {
  if (engine_->device == nullptr || engine_->options.disable_buffer_handles) return;
  if (prepared_->is_control_flow_body || prepared_->partitions != prepared_->expected_partitions) return;
  for (const ir::TensorId id : partition_.outputs) {
    // An interpreter that does not say whose the tensor is would not ask for its value.
    if (context->tensors[id].delegate == nullptr) continue;
    const bool is_passed = std::ranges::any_of(prepared_->index->ConsumersOf(id), [&](int position) {
      const int reader = prepared_->partition_of[static_cast<size_t>(position)];
      return reader >= 0 && reader != partition_.index;
    });
    if (is_passed) prepared_->passed[id] = PassedTensor::Create(prepared_->in_use);
  }
}

// Gives outputs that the plan can leave on the device the memory for it. Without that memory, which is no
// failure, they go through the interpreter's.
void DelegateKernel::PreparePassedOutputs(abi::TfLiteContext* context) {
  for (const ir::TensorId id : partition_.outputs) {
    PassedTensor* passed = Passed(id);
    if (passed == nullptr) continue;
    const uint64_t bytes = plans_.front().plan->DeviceBytes(id);
    const DeviceTensor* const memory_now = passed->memory();
    if (memory_now != nullptr && memory_now->bytes() == bytes && !memory_now->is_lost()) continue;
    if (passed->current() != nullptr) passed->MarkOnHost(context->tensors[id]);
    passed->SetMemory(nullptr);
    if (bytes == 0) continue;
    auto memory = MakeDeviceTensor(*engine_, bytes);
    if (memory.ok()) {
      passed->SetMemory(std::move(*memory));
    } else {
      partition_.warnings->Once(engine_->logger, "tensor " + std::to_string(id),
                                "tensor " + std::to_string(id) +
                                    " goes through the interpreter's memory: " + memory.status().message());
    }
  }
}

// Gives outputs that a lost device had memory on the device that was opened anew, for the next run.
void DelegateKernel::RenewPassedOutputs(abi::TfLiteContext* context) {
  const bool has_lost = std::ranges::any_of(partition_.outputs, [this](ir::TensorId id) {
    const PassedTensor* passed = Passed(id);
    return passed != nullptr && passed->memory() != nullptr && passed->memory()->is_lost();
  });
  if (has_lost && !engine_->device->Get()->lost()) PreparePassedOutputs(context);
}

Status DelegateKernel::PlaceTensors(abi::TfLiteContext* context) {
  const Plan& plan = *plans_.front().plan;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const ir::TensorId id = partition_.inputs[i];
    if (buffers_.IsOutside(context->tensors[id])) {
      LITEVK_RETURN_IF_ERROR(buffers_.LocateInput(context, id, plan.ByteCount(id), inputs_[i]));
      continue;
    }
    const PassedTensor* passed = Passed(id);
    LITEVK_ASSIGN_OR_RETURN(inputs_[i].bytes, BytesOf(context, id, plan.ByteCount(id)));
    inputs_[i].on_device = passed == nullptr ? nullptr : passed->current();
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const ir::TensorId id = partition_.outputs[i];
    if (buffers_.IsOutside(context->tensors[id])) {
      LITEVK_RETURN_IF_ERROR(
          buffers_.LocateOutput(context, id, plan.ByteCount(id), plan.DeviceBytes(id), outputs_[i]));
      continue;
    }
    const PassedTensor* passed = Passed(id);
    LITEVK_ASSIGN_OR_RETURN(outputs_[i].bytes, BytesOf(context, id, plan.ByteCount(id)));
    outputs_[i].on_device = passed == nullptr ? nullptr : passed->memory();
  }
  return {};
}

// Offers buffers for the graph's inputs and outputs that no other partition and no other kernel touches. An
// output of a partition that only its own nodes read is one of the graph.
void DelegateKernel::OfferBuffers(abi::TfLiteContext* context) const {
  if (engine_->device == nullptr || prepared_->is_control_flow_body) return;
  const auto offer = [&](ir::TensorId id) {
    const bool is_ours = std::ranges::all_of(prepared_->index->ConsumersOf(id), [&](int position) {
      return prepared_->partition_of[static_cast<size_t>(position)] == partition_.index;
    });
    if (is_ours) buffers_.Offer(context, context->tensors[id]);
  };
  for (const ir::TensorId id : partition_.inputs) {
    const bool is_made = prepared_->index->ProducerOf(id) >= 0;
    if (!is_made && !prepared_->graph.tensor(id).is_variable) offer(id);
  }
  std::ranges::for_each(partition_.outputs, offer);
}

// Records where the plan has read and left the tensors that pass through the device's memory.
void DelegateKernel::HandOver(abi::TfLiteContext* context, bool has_run) {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const ir::TensorId id = partition_.inputs[i];
    PassedTensor* passed = Passed(id);
    if (passed == nullptr || passed->current() == nullptr || inputs_[i].on_device != nullptr) continue;
    passed->MarkOnHost(context->tensors[id]);
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const ir::TensorId id = partition_.outputs[i];
    PassedTensor* passed = Passed(id);
    if (passed == nullptr) continue;
    if (has_run && outputs_[i].on_device != nullptr) {
      passed->MarkOnDevice(context->tensors[id]);
    } else {
      passed->MarkOnHost(context->tensors[id]);
    }
  }
}

void DelegateKernel::Release(abi::TfLiteContext* context) {
  for (CachedPlan& cached : plans_) cached.plan->ReportUse();
  for (const ir::TensorId id : partition_.outputs) {
    PassedTensor* passed = Passed(id);
    if (passed == nullptr) continue;
    passed->Release(context->tensors[id]);
    prepared_->passed.erase(id);
  }
  plans_.clear();
  // In a child of fork(), the report belongs to the parent, including its lock.
  if (engine_->device == nullptr || vk::DriverIsOurs()) engine_->report->WriteCounts();
}

}  // namespace litevk
