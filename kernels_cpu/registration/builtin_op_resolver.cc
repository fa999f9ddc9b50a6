#include "kernels_cpu/registration/builtin_op_resolver.h"

#include "kernels_cpu/registration/registration.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_versions.h"

namespace litevk {

BuiltinOpResolver::BuiltinOpResolver() {
  const auto add = [this](const abi::TfLiteRegistration& registration) {
    const int code = registration.builtin_code;
    const OpInfo& info = *FindOpInfo(code);
    if (IsCustom(info)) {
      AddCustom(info.name, registration, FirstVersion(code), LastVersion(code));
    } else {
      AddBuiltin(code, registration, FirstVersion(code), LastVersion(code));
    }
  };
  for (const abi::TfLiteRegistration& registration : cpu::KernelRegistrations()) add(registration);
  for (const abi::TfLiteRegistration& registration : InterpreterRegistrations()) add(registration);
}

const OpResolver& BuiltinOps() {
  static const BuiltinOpResolver resolver;
  return resolver;
}

}  // namespace litevk
