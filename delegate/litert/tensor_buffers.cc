#include "delegate/litert/tensor_buffers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "delegate/engine/shared_buffer.h"
#include "runtime/base/log.h"
#include "runtime/platform/guard.h"

namespace litevk {
namespace {

using litert::HardwareMemory;

// A buffer as LiteRT knows it. Its `handle` is the SharedBuffer.
struct Memory : HardwareMemory {
  explicit Memory(std::unique_ptr<SharedBuffer> buffer) : shared(std::move(buffer)) {
    handle = shared.get();
    raw = shared.get();
  }
  std::unique_ptr<SharedBuffer> shared;
};

// Runs `fn`, a Status, and prints its failure: LiteRT passes only a status on.
template <typename Fn>
litert::Status Told(const char* what, Fn&& fn) {
  const auto tell = [&](const char* message) {
    Logger(LogLevel::kError).Error(std::string(what) + message);
    return litert::kRuntimeFailure;
  };
  return Guard(
      [&]() -> litert::Status {
        const Status status = fn();
        return status.ok() ? litert::kOk : tell(status.message().c_str());
      },
      tell);
}

litert::Status Create(void* /*device*/, void* /*queue*/, const litert::RankedTensorType* /*type*/,
                      int buffer_type, size_t bytes, size_t packed_bytes, HardwareMemory** memory) {
  if (memory == nullptr || buffer_type != litert::kVulkanBuffer) return litert::kInvalidArgument;
  *memory = nullptr;
  return Told("", [&]() -> Status {
    // After a resize, `bytes` is what was stated before it, and `packed_bytes` what is needed.
    LITEVK_ASSIGN_OR_RETURN(auto shared, SharedBuffer::Create(std::max(bytes, packed_bytes)));
    *memory = new Memory(std::move(shared));
    return {};
  });
}

litert::Status Destroy(HardwareMemory* memory) {
  delete static_cast<Memory*>(memory);
  return litert::kOk;
}

litert::Status Lock(HardwareMemory* memory, int mode, void** host) {
  if (memory == nullptr || host == nullptr) return litert::kInvalidArgument;
  return Told("a buffer cannot be read: ", [&]() -> Status {
    LITEVK_ASSIGN_OR_RETURN(const auto bytes,
                            static_cast<Memory*>(memory)->shared->ForHost(mode != litert::kRead));
    *host = bytes.data();
    return {};
  });
}

litert::Status Unlock(HardwareMemory* /*memory*/) { return litert::kOk; }

litert::Status Clear(HardwareMemory* memory) {
  if (memory == nullptr) return litert::kInvalidArgument;
  SharedBuffer& shared = *static_cast<Memory*>(memory)->shared;
  std::ranges::fill(shared.host(), std::byte{0});
  shared.SetNewest(false);
  return litert::kOk;
}

litert::Status Import(void* /*device*/, void* /*queue*/, const litert::RankedTensorType* /*type*/,
                      int /*buffer_type*/, void* /*handle*/, size_t /*bytes*/, size_t /*packed_bytes*/,
                      HardwareMemory** /*memory*/) {
  Logger(LogLevel::kError).Error("a VkBuffer of the program's own cannot be a tensor's buffer");
  return litert::kUnsupported;
}

constexpr litert::BufferHandlers kHandlers = {
    .header = {sizeof(litert::BufferHandlers), litert::kMajorVersion, 0, 0},
    .create = Create,
    .destroy = Destroy,
    .lock = Lock,
    .unlock = Unlock,
    .clear = Clear,
    .import = Import,
    .num_types = 1,
    .types = {litert::kVulkanBuffer},
};

class TensorBuffers : public OuterBuffers {
 public:
  explicit TensorBuffers(const litert::RuntimeFunctions& runtime) : runtime_(runtime) {}

  void Offer(abi::TfLiteContext* context, abi::TfLiteTensor& tensor) const override {
    constexpr int kTypes[] = {litert::kVulkanBuffer, litert::kHostMemory};
    void* const buffers = BufferContext(context);
    if (buffers != nullptr) static_cast<void>(runtime_.RequireBuffer(buffers, &tensor, kTypes, tensor.bytes));
  }

  Result<Held> Hold(abi::TfLiteContext* context, abi::TfLiteTensor& tensor) const override {
    void* const buffers = BufferContext(context);
    void* const buffer = buffers == nullptr ? nullptr : runtime_.TensorBuffer(buffers, &tensor);
    if (buffer == nullptr) return Internal("a tensor has neither memory nor a buffer of LiteRT");
    Held held = {.buffer = buffer};
    if (runtime_.BufferType(buffer) == litert::kVulkanBuffer) {
      held.shared = static_cast<SharedBuffer*>(runtime_.CustomHandle(buffer));
      if (held.shared != nullptr) held.bytes = held.shared->host();
    } else if (void* const host = runtime_.Lock(buffer, litert::kReadWrite); host != nullptr) {
      held.bytes = {static_cast<std::byte*>(host), tensor.bytes};
    }
    return held;
  }

  void Release(const Held& held) const override {
    if (held.buffer == nullptr) return;
    if (held.shared == nullptr) runtime_.Unlock(held.buffer);
    runtime_.DestroyBuffer(held.buffer);
  }

 private:
  static void* BufferContext(abi::TfLiteContext* context) {
    return context->GetExternalContext == nullptr
               ? nullptr
               : context->GetExternalContext(context, litert::kBufferContext);
  }

  const litert::RuntimeFunctions runtime_;
};

}  // namespace

const litert::BufferHandlers& SharedBufferHandlers() { return kHandlers; }

std::shared_ptr<const OuterBuffers> MakeTensorBuffers(const litert::RuntimeFunctions& runtime) {
  return std::make_shared<TensorBuffers>(runtime);
}

}  // namespace litevk
