// The guard of the functions that an interpreter calls with its context.
#pragma once

#include "runtime/base/printable.h"
#include "runtime/base/status.h"
#include "runtime/platform/guard.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Runs `fn` and passes its failure to the interpreter.
template <typename Fn>
abi::TfLiteStatus ReportFailure(abi::TfLiteContext* context, Fn&& fn) noexcept {
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

}  // namespace litevk
