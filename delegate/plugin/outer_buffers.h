// Buffers of a model's inputs and outputs that belong to the program, in place of the interpreter's memory.
#pragma once

#include <cstddef>
#include <span>

#include "delegate/engine/shared_buffer.h"
#include "runtime/base/status.h"
#include "runtime/tflite/common.h"

namespace litevk {

class OuterBuffers {
 public:
  // A tensor's buffer during a run.
  struct Held {
    void* buffer = nullptr;          // the runtime's object; null: nothing is held
    SharedBuffer* shared = nullptr;  // null: a buffer of the host's memory alone
    std::span<std::byte> bytes;      // the host's memory, which is the newest value where `shared` is null
  };

  virtual ~OuterBuffers() = default;

  // Offers a buffer on the device for the tensor. May be called only while a kernel is created.
  virtual void Offer(abi::TfLiteContext* context, abi::TfLiteTensor& tensor) const = 0;
  // Returns the buffer of a tensor whose memory is not the interpreter's, until Release.
  virtual Result<Held> Hold(abi::TfLiteContext* context, abi::TfLiteTensor& tensor) const = 0;
  virtual void Release(const Held& held) const = 0;
};

}  // namespace litevk
