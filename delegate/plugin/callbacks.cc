#include "delegate/plugin/callbacks.h"

#include <memory>
#include <string>

#include "delegate/plugin/delegate.h"
#include "delegate/plugin/passed_tensor.h"
#include "runtime/base/guard.h"
#include "runtime/base/printable.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Runs `fn` and passes its failure to the interpreter.
template <typename Fn>
abi::TfLiteStatus Report(abi::TfLiteContext* context, Fn&& fn) noexcept {
  const auto report = [&](const char* message) {
    context->ReportError(context, "litevk: %s", message);
    return abi::kTfLiteDelegateError;
  };
  return Guard(
      [&]() -> abi::TfLiteStatus {
        const Status status = fn();
        return status.ok() ? abi::kTfLiteOk : report(PrintableLines(status.message()).c_str());
      },
      report);
}

void* InitKernel(abi::TfLiteContext* context, const char* buffer, size_t /*length: always 0*/) {
  const auto* params = reinterpret_cast<const abi::TfLiteDelegateParams*>(buffer);
  void* const none = nullptr;
  return Guard(
      [&]() -> void* {
        return Delegate::FromAbi(params->delegate)->CreateKernel(context, *params).release();
      },
      [&](const char*) { return none; });
}

void FreeKernel(abi::TfLiteContext* context, void* user_data) {
  const std::unique_ptr<DelegateKernel> kernel(static_cast<DelegateKernel*>(user_data));
  if (kernel == nullptr) return;
  const auto release = [&] {
    kernel->Release(context);
    return true;
  };
  Guard(release, [](const char*) { return false; });
}

abi::TfLiteStatus PrepareKernel(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  return Report(context, [&] {
    auto* kernel = static_cast<DelegateKernel*>(node->user_data);
    return kernel == nullptr ? Internal("the partition has no kernel") : kernel->Prepare(context);
  });
}

abi::TfLiteStatus InvokeKernel(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  return Report(context, [&] { return static_cast<DelegateKernel*>(node->user_data)->Invoke(context); });
}

}  // namespace

abi::TfLiteStatus CopyFromHandle(abi::TfLiteContext* context, abi::TfLiteDelegate* /*delegate*/,
                                 abi::TfLiteBufferHandle handle, abi::TfLiteTensor* tensor) {
  return Report(context, [&]() -> Status {
    const std::shared_ptr<PassedTensor> passed = PassedTensor::Find(handle);
    if (passed == nullptr || passed->current() == nullptr) {
      return Unavailable("buffer handle " + std::to_string(handle) + " has no value on the device");
    }
    if (tensor->data.data == nullptr)
      return Internal("a tensor without memory is to be read from the device");
    return passed->current()->Read({static_cast<std::byte*>(tensor->data.data), tensor->bytes});
  });
}

void FreeHandle(abi::TfLiteContext* /*context*/, abi::TfLiteDelegate* /*delegate*/,
                abi::TfLiteBufferHandle* handle) {
  const auto forget = [&] {
    PassedTensor::Forget(*handle);
    return true;
  };
  Guard(forget, [](const char*) { return false; });
  *handle = abi::kTfLiteNullBufferHandle;
}

abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate) {
  return Report(context, [&] { return Delegate::FromAbi(delegate)->Prepare(context); });
}

abi::PaddedRegistration KernelRegistration() {
  abi::PaddedRegistration registration = {};
  registration.init = InitKernel;
  registration.free = FreeKernel;
  registration.prepare = PrepareKernel;
  registration.invoke = InvokeKernel;
  registration.builtin_code = abi::kTfLiteBuiltinDelegate;
  registration.custom_name = "LitevkDelegate";
  registration.version = 1;
  return registration;
}

}  // namespace litevk
