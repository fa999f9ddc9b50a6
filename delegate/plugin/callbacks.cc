#include "delegate/plugin/callbacks.h"

#include "delegate/plugin/delegate.h"
#include "runtime/base/guard.h"
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
        return status.ok() ? abi::kTfLiteOk : report(status.message().c_str());
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

void FreeKernel(abi::TfLiteContext* /*context*/, void* kernel) {
  delete static_cast<DelegateKernel*>(kernel);
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
