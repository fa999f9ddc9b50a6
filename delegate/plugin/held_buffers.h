// Buffers of the program that a kernel holds during a run, in place of the interpreter's memory.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/plugin/outer_buffers.h"
#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

class HeldBuffers {
 public:
  // `engine` outlives this object. Without buffers, which may be null, nothing is offered or outside.
  HeldBuffers(const Engine& engine, std::shared_ptr<const OuterBuffers> buffers)
      : engine_(engine), buffers_(std::move(buffers)) {}

  // Offers the program a buffer on the device for the tensor.
  void Offer(abi::TfLiteContext* context, abi::TfLiteTensor& tensor) const {
    if (buffers_ != nullptr) buffers_->Offer(context, tensor);
  }

  // True if the tensor's memory is a buffer, and not the interpreter's.
  bool IsOutside(const abi::TfLiteTensor& tensor) const {
    return tensor.allocation_type == abi::kTfLiteNonCpu && buffers_ != nullptr;
  }

  // Sets where a tensor of `bytes` bytes is, and holds its buffer. An output wants `device_bytes` on the
  // device, or 0 if the plan leaves it to the host.
  Status LocateInput(abi::TfLiteContext* context, ir::TensorId id, int64_t bytes, TensorLocation& location);
  Status LocateOutput(abi::TfLiteContext* context, ir::TensorId id, int64_t bytes, uint64_t device_bytes,
                      TensorLocation& location);
  // Records where the run has left the outputs, as their locations say by now.
  void HandOver(bool has_run);

  // Releases all buffers when it goes.
  class Release {
   public:
    explicit Release(HeldBuffers& buffers) : buffers_(buffers) {}
    ~Release() { buffers_.ReleaseAll(); }
    Release(const Release&) = delete;
    Release& operator=(const Release&) = delete;

   private:
    HeldBuffers& buffers_;
  };
  Release ReleaseAtEnd() { return Release(*this); }

 private:
  Result<OuterBuffers::Held> Hold(abi::TfLiteContext* context, ir::TensorId id, int64_t bytes);
  void ReleaseAll();

  const Engine& engine_;
  std::shared_ptr<const OuterBuffers> buffers_;
  std::vector<OuterBuffers::Held> held_;  // buffers of the run under way
  std::vector<std::pair<SharedBuffer*, const TensorLocation*>> outputs_;
};

}  // namespace litevk
