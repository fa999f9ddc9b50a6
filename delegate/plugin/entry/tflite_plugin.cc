// The symbols of TFLite's convention for external delegates.
#include "delegate/include/litevk/litevk_delegate.h"

#include <memory>
#include <string>
#include <utility>

#include "delegate/plugin/delegate.h"
#include "runtime/platform/guard.h"

struct TfLiteDelegate;

namespace {

litevk::Result<std::unique_ptr<litevk::Delegate>> Create(const char* const* keys, const char* const* values,
                                                         size_t count) {
  LITEVK_ASSIGN_OR_RETURN(const litevk::OptionPairs pairs, litevk::CollectOptions(keys, values, count));
  return litevk::Delegate::Create(pairs);
}

}  // namespace

TfLiteDelegate* tflite_plugin_create_delegate(const char* const* options_keys,
                                              const char* const* options_values, size_t num_options,
                                              void (*report_error)(const char*)) {
  // Null under TFLite's C++ wrapper; under Python it is valid only during this call.
  const auto report = [&](const char* message) -> TfLiteDelegate* {
    if (report_error != nullptr) report_error(message);
    return nullptr;
  };
  return litevk::Guard(
      [&]() -> TfLiteDelegate* {
        auto delegate = Create(options_keys, options_values, num_options);
        if (!delegate.ok()) return report(("litevk: " + delegate.status().message()).c_str());
        return reinterpret_cast<TfLiteDelegate*>(std::move(*delegate).release()->abi());
      },
      report);
}

void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  if (delegate == nullptr) return;
  delete litevk::Delegate::FromAbi(reinterpret_cast<litevk::abi::TfLiteDelegate*>(delegate));
}
