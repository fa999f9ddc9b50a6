#include "delegate/plugin/held_buffers.h"

#include <algorithm>
#include <memory>
#include <string>

#include "delegate/engine/current_device.h"
#include "delegate/engine/gpu_program.h"

namespace litevk {

Result<OuterBuffers::Held> HeldBuffers::Hold(abi::TfLiteContext* context, ir::TensorId id, int64_t bytes) {
  LITEVK_ASSIGN_OR_RETURN(OuterBuffers::Held held, buffers_->Hold(context, context->tensors[id]));
  held_.push_back(held);
  const auto expected = static_cast<size_t>(bytes);
  if (held.bytes.size() < expected) {
    return Internal("tensor " + std::to_string(id) + ": expected a buffer of " + std::to_string(expected) +
                    " bytes, found " + std::to_string(held.bytes.size()) +
                    "; after a resize, buffers are to be made anew");
  }
  held.bytes = held.bytes.first(expected);
  return held;
}

Status HeldBuffers::LocateInput(abi::TfLiteContext* context, ir::TensorId id, int64_t bytes,
                                TensorLocation& location) {
  LITEVK_ASSIGN_OR_RETURN(const OuterBuffers::Held held, Hold(context, id, bytes));
  location = {.bytes = held.bytes};
  if (held.shared == nullptr) return {};
  location.on_device = held.shared->ForReading(engine_.device->Get().get());
  return location.on_device == nullptr ? held.shared->ForHost(false).status() : Status();
}

Status HeldBuffers::LocateOutput(abi::TfLiteContext* context, ir::TensorId id, int64_t bytes,
                                 uint64_t device_bytes, TensorLocation& location) {
  LITEVK_ASSIGN_OR_RETURN(const OuterBuffers::Held held, Hold(context, id, bytes));
  location = {.bytes = held.bytes};
  if (held.shared == nullptr) return {};
  // A program may pass one buffer as input and output. The run reads the device's memory then.
  const bool is_input = std::ranges::count(held_, held.shared, &OuterBuffers::Held::shared) > 1;
  const auto make = [this](uint64_t size) { return MakeDeviceTensor(engine_, size); };
  if (!is_input)
    location.on_device = held.shared->ForWriting(engine_.device->Get().get(), device_bytes, make);
  outputs_.emplace_back(held.shared, &location);
  return {};
}

void HeldBuffers::HandOver(bool has_run) {
  for (const auto& [shared, location] : outputs_) {
    shared->SetNewest(has_run && location->on_device != nullptr);
  }
}

void HeldBuffers::ReleaseAll() {
  for (const OuterBuffers::Held& held : held_) buffers_->Release(held);
  held_.clear();
  outputs_.clear();
}

}  // namespace litevk
