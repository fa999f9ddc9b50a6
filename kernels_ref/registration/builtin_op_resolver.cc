#include "kernels_ref/registration/builtin_op_resolver.h"

#include "kernels_ref/registration/registration.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/opset/op_versions.h"

namespace litevk {

BuiltinOpResolver::BuiltinOpResolver() {
  for (const abi::TfLiteRegistration& registration : ref::KernelRegistrations()) {
    AddBuiltin(registration.builtin_code, registration, 1, LastVersion(registration.builtin_code));
  }
  for (const abi::TfLiteRegistration& registration : InterpreterRegistrations()) {
    AddBuiltin(registration.builtin_code, registration, 1, LastVersion(registration.builtin_code));
  }
}

const OpResolver& BuiltinOps() {
  static const BuiltinOpResolver resolver;
  return resolver;
}

}  // namespace litevk
