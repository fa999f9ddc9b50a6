#include "delegate/plugin/callbacks.h"

#include <memory>
#include <string>

#include "delegate/plugin/callback_guard.h"
#include "delegate/plugin/delegate_kernel.h"
#include "delegate/plugin/passed_tensor.h"
#include "runtime/exec/device_tensor.h"
#include "runtime/platform/one_thread.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void FreeKernel(abi::TfLiteContext* context, void* user_data) {
  const std::unique_ptr<DelegateKernel> kernel(static_cast<DelegateKernel*>(user_data));
  if (kernel == nullptr) return;
  const auto release = [&] {
    kernel->Release(context);
    return true;
  };
  Guard(release, [](const char*) { return false; });
}

Status NotOnDevice(abi::TfLiteBufferHandle handle) {
  return Unavailable("buffer handle " + std::to_string(handle) + " has no value on the device");
}

Status Read(const PassedTensor& passed, abi::TfLiteBufferHandle handle, const abi::TfLiteTensor& tensor) {
  if (passed.current() == nullptr) return NotOnDevice(handle);
  if (tensor.data.data == nullptr) return Internal("a tensor without memory is to be read from the device");
  return passed.current()->Read({static_cast<std::byte*>(tensor.data.data), tensor.bytes});
}

abi::TfLiteStatus PrepareKernel(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  return ReportFailure(context, [&] {
    auto* kernel = static_cast<DelegateKernel*>(node->user_data);
    return kernel == nullptr ? Internal("the partition has no kernel") : kernel->Prepare(context);
  });
}

abi::TfLiteStatus InvokeKernel(abi::TfLiteContext* context, abi::TfLiteNode* node) {
  return ReportFailure(context,
                       [&] { return static_cast<DelegateKernel*>(node->user_data)->Invoke(context); });
}

}  // namespace

abi::TfLiteStatus CopyFromHandle(abi::TfLiteContext* context, abi::TfLiteDelegate* /*delegate*/,
                                 abi::TfLiteBufferHandle handle, abi::TfLiteTensor* tensor) {
  return ReportFailure(context, [&]() -> Status {
    const std::shared_ptr<PassedTensor> passed = PassedTensor::Find(handle);
    if (passed == nullptr) return NotOnDevice(handle);
    return RunExclusively(passed->in_use(), [&] { return Read(*passed, handle, *tensor); });
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

abi::PaddedRegistration KernelRegistration(InitKernelFn init) {
  abi::PaddedRegistration registration = {};
  registration.init = init;
  registration.free = FreeKernel;
  registration.prepare = PrepareKernel;
  registration.invoke = InvokeKernel;
  registration.builtin_code = abi::kTfLiteBuiltinDelegate;
  registration.custom_name = "LitevkDelegate";
  registration.version = 1;
  return registration;
}

}  // namespace litevk
