#include "delegate/litert/entry/engine_entry.h"

#include <string>
#include <utility>

#include "delegate/litert/accelerator_delegate.h"
#include "delegate/litert/environment_options.h"
#include "delegate/litert/tensor_buffers.h"
#include "runtime/base/log.h"
#include "runtime/platform/guard.h"

namespace {

litevk::Status SetOptions(const char* folder, const char* const* keys, const char* const* values,
                          size_t count) {
  if (folder == nullptr) return litevk::InvalidArgument("expected a folder, found a null pointer");
  LITEVK_ASSIGN_OR_RETURN(litevk::OptionPairs pairs, litevk::CollectOptions(keys, values, count));
  LITEVK_RETURN_IF_ERROR(litevk::ParseOptions(pairs).status());
  litevk::SetEnvironmentOptions(folder, std::move(pairs));
  return {};
}

litevk::litert::Status CreateDelegate(const void* runtime, void* environment, void* options, void** wrapper) {
  return litevk::Guard(
      [&] {
        return litevk::CreateAcceleratorDelegate(litevk::litert::RuntimeFunctions(runtime), environment,
                                                 options, wrapper);
      },
      [](const char* message) {
        litevk::Logger(litevk::LogLevel::kError).Error(message);
        return litevk::litert::kRuntimeFailure;
      });
}

}  // namespace

const LitevkLiteRtEngine* LitevkGetLiteRtEngine() {
  static const LitevkLiteRtEngine engine = {.create_delegate = CreateDelegate,
                                            .buffers = &litevk::SharedBufferHandlers()};
  return &engine;
}

int LitevkSetLiteRtOptions(const char* folder, const char* const* keys, const char* const* values,
                           size_t count, void (*report_error)(const char*)) {
  const auto report = [&](const char* message) {
    if (report_error != nullptr) report_error(message);
    return 1;
  };
  return litevk::Guard(
      [&] {
        const litevk::Status status = SetOptions(folder, keys, values, count);
        return status.ok() ? 0 : report(("litevk: " + status.message()).c_str());
      },
      report);
}
