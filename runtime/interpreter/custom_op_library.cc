#include "runtime/interpreter/custom_op_library.h"

#include "litevk/custom_op.h"
#include "runtime/platform/dynamic_library.h"
#include "runtime/platform/guard.h"
#include "runtime/platform/library_name.h"

namespace litevk {
namespace {

// Converts the public header's structs, which have the same layout as the project's own.
const abi::TfLiteRegistration* Own(const ::TfLiteRegistration* registration) {
  return reinterpret_cast<const abi::TfLiteRegistration*>(registration);
}

bool IsValid(const LitevkOpRegistrar* registrar, const ::TfLiteRegistration* registration, int min_version,
             int max_version) {
  return registrar != nullptr && registration != nullptr && min_version <= max_version;
}

::TfLiteStatus AddCustom(const LitevkOpRegistrar* registrar, const char* name,
                         const ::TfLiteRegistration* registration, int min_version, int max_version) {
  if (name == nullptr || !IsValid(registrar, registration, min_version, max_version)) {
    return ::kTfLiteApplicationError;
  }
  return Guard(
      [&] {
        static_cast<MutableOpResolver*>(registrar->user_data)
            ->AddCustom(name, *Own(registration), min_version, max_version);
        return ::kTfLiteOk;
      },
      [](const char*) { return ::kTfLiteError; });
}

::TfLiteStatus AddBuiltin(const LitevkOpRegistrar* registrar, int builtin_code,
                          const ::TfLiteRegistration* registration, int min_version, int max_version) {
  if (!IsValid(registrar, registration, min_version, max_version)) return ::kTfLiteApplicationError;
  return Guard(
      [&] {
        static_cast<MutableOpResolver*>(registrar->user_data)
            ->AddBuiltin(builtin_code, *Own(registration), min_version, max_version);
        return ::kTfLiteOk;
      },
      [](const char*) { return ::kTfLiteError; });
}

}  // namespace

Status LoadCustomOps(const std::string& path, MutableOpResolver& resolver) {
  const auto library = DynamicLibrary::Open(path);
  if (!library.ok()) {
    return InvalidArgument("cannot load custom operators: " + library.status().message() +
                           HintOnLibraryName(path));
  }
  const auto register_ops = library->Find<LitevkRegisterCustomOpsFunction>(LITEVK_REGISTER_CUSTOM_OPS_NAME);
  if (register_ops == nullptr) {
    return InvalidArgument(path + " is no library of custom operators: it does not export " +
                           LITEVK_REGISTER_CUSTOM_OPS_NAME);
  }
  const LitevkOpRegistrar registrar = {&resolver, AddCustom, AddBuiltin};
  const ::TfLiteStatus result = register_ops(&registrar);
  if (result == ::kTfLiteOk) return {};
  return InvalidArgument(path + ": " + LITEVK_REGISTER_CUSTOM_OPS_NAME + " returned " +
                         std::to_string(result) + ", expected 0");
}

}  // namespace litevk
