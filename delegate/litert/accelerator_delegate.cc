#include "delegate/litert/accelerator_delegate.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "delegate/litert/accelerator_options.h"
#include "delegate/litert/environment_options.h"
#include "delegate/litert/gpu_options.h"
#include "delegate/litert/tensor_buffers.h"
#include "delegate/plugin/delegate.h"
#include "runtime/base/log.h"

namespace litevk {
namespace {

OptionSources CollectSources(const litert::RuntimeFunctions& runtime, void* environment, void* options) {
  const char* const variable = std::getenv(kOptionsVariable);
  return {.hardware = runtime.RequestedHardware(options),
          .variable = variable == nullptr ? "" : variable,
          .environment = EnvironmentOptions(runtime.RuntimeLibraryDir(environment)),
          .gpu_options = runtime.OpaqueText(options, kGpuOptionsIdentifier),
          .own_options = runtime.OpaqueText(options, kOwnOptionsIdentifier)};
}

void LogIgnored(const AcceleratorOptions& options) {
  if (options.ignored.empty()) return;
  const Result<Options> parsed = ParseOptions(options.pairs);
  if (!parsed.ok()) return;
  const Logger logger(parsed->log_level);
  for (const std::string& line : options.ignored) logger.Info("LiteRT's GPU option " + line + " is ignored");
}

Result<std::unique_ptr<Delegate>> Create(const litert::RuntimeFunctions& runtime, void* environment,
                                         void* options) {
  LITEVK_ASSIGN_OR_RETURN(const AcceleratorOptions merged,
                          MergeOptions(CollectSources(runtime, environment, options)));
  LogIgnored(merged);
  return Delegate::Create(merged.pairs, MakeTensorBuffers(runtime));
}

void Destroy(void* delegate) { delete Delegate::FromAbi(static_cast<abi::TfLiteDelegate*>(delegate)); }

}  // namespace

litert::Status CreateAcceleratorDelegate(const litert::RuntimeFunctions& runtime, void* environment,
                                         void* options, void** wrapper) {
  const Logger logger(LogLevel::kError);
  auto delegate = Create(runtime, environment, options);
  if (!delegate.ok()) {
    logger.Error(delegate.status().message());
    const bool is_argument = delegate.status().code() == StatusCode::kInvalidArgument;
    return is_argument ? litert::kInvalidArgument : litert::kRuntimeFailure;
  }
  const litert::Status status = runtime.WrapDelegate((*delegate)->abi(), Destroy, wrapper);
  if (status == litert::kOk) {
    static_cast<void>(delegate->release());  // LiteRT's from now on
  } else {
    logger.Error("LiteRT's runtime " + runtime.VersionText() + " did not take the delegate: status " +
                 std::to_string(status));
  }
  return status;
}

}  // namespace litevk
