#include "runtime/c_api/handles.h"
#include "runtime/interpreter/custom_op_library.h"

namespace c_api = litevk::c_api;
using c_api::Own;

namespace {

template <typename Fn>
LitevkStatus Change(Fn&& body) noexcept {
  return litevk::Guard(std::forward<Fn>(body), [](const char*) { return kLitevkError; });
}

}  // namespace

LitevkInterpreterOptions* LitevkInterpreterOptionsCreate() {
  return c_api::Create(nullptr, 0, [] {
    auto options = std::make_unique<LitevkInterpreterOptions>();
    // Errors are kept for LitevkInterpreterGetError and not printed.
    options->options.report_error = [](std::string_view) {};
    return options.release();
  });
}

void LitevkInterpreterOptionsDelete(LitevkInterpreterOptions* options) { delete options; }

void LitevkInterpreterOptionsSetNumThreads(LitevkInterpreterOptions* options, int num_threads) {
  options->options.num_threads = num_threads;
}

void LitevkInterpreterOptionsSetAllowUnresolved(LitevkInterpreterOptions* options, bool allow) {
  options->options.allow_unresolved = allow;
}

void LitevkInterpreterOptionsSetPreserveAllTensors(LitevkInterpreterOptions* options, bool preserve) {
  options->options.preserve_all_tensors = preserve;
}

void LitevkInterpreterOptionsSetEnableProfiling(LitevkInterpreterOptions* options, bool enable) {
  options->options.enable_profiling = enable;
}

void LitevkInterpreterOptionsSetErrorReporter(LitevkInterpreterOptions* options,
                                              void (*report)(void* user_data, const char* message),
                                              void* user_data) {
  options->options.report_error = [report, user_data](std::string_view message) {
    if (report != nullptr) report(user_data, std::string(message).c_str());
  };
}

void LitevkInterpreterOptionsAddDelegate(LitevkInterpreterOptions* options, TfLiteDelegate* delegate) {
  Change([&] {
    options->delegates.push_back(Own(delegate));
    return kLitevkOk;
  });
}

LitevkStatus LitevkInterpreterOptionsAddBuiltin(LitevkInterpreterOptions* options, int builtin_code,
                                                const TfLiteRegistration* registration, int min_version,
                                                int max_version) {
  if (registration == nullptr || min_version > max_version) return kLitevkApplicationError;
  return Change([&] {
    options->ops.AddBuiltin(builtin_code, *Own(registration), min_version, max_version);
    return kLitevkOk;
  });
}

LitevkStatus LitevkInterpreterOptionsAddCustom(LitevkInterpreterOptions* options, const char* name,
                                               const TfLiteRegistration* registration, int min_version,
                                               int max_version) {
  if (name == nullptr || registration == nullptr || min_version > max_version) return kLitevkApplicationError;
  return Change([&] {
    options->ops.AddCustom(name, *Own(registration), min_version, max_version);
    return kLitevkOk;
  });
}

LitevkStatus LitevkInterpreterOptionsLoadCustomOps(LitevkInterpreterOptions* options, const char* path,
                                                   char* error, size_t error_size) {
  const auto load = [&] {
    const litevk::Status status = path == nullptr ? litevk::InvalidArgument("the library's path is null")
                                                  : litevk::LoadCustomOps(path, options->ops);
    if (status.ok()) return kLitevkOk;
    c_api::WriteError(litevk::PrintableLines(status.message()), error, error_size);
    return kLitevkApplicationError;
  };
  return litevk::Guard(load, [&](const char* message) {
    c_api::WriteError(message, error, error_size);
    return kLitevkError;
  });
}
