// The operators that only an interpreter can run, because they call its subgraphs or use its variables: IF,
// WHILE, CALL, CALL_ONCE, VAR_HANDLE, READ_VARIABLE and ASSIGN_VARIABLE.
#pragma once

#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/guard.h"
#include "runtime/tflite/common.h"

namespace litevk {

abi::TfLiteRegistration IfRegistration();
abi::TfLiteRegistration WhileRegistration();
abi::TfLiteRegistration CallRegistration();
abi::TfLiteRegistration CallOnceRegistration();
abi::TfLiteRegistration VarHandleRegistration();
abi::TfLiteRegistration ReadVariableRegistration();
abi::TfLiteRegistration AssignVariableRegistration();

inline std::vector<abi::TfLiteRegistration> InterpreterRegistrations() {
  return {IfRegistration(),
          WhileRegistration(),
          CallRegistration(),
          CallOnceRegistration(),
          VarHandleRegistration(),
          ReadVariableRegistration(),
          AssignVariableRegistration()};
}

// Reports "IF: <message>" and returns kTfLiteError.
template <typename Op>
abi::TfLiteStatus Fail(abi::TfLiteContext* context, const std::string& message) {
  context->ReportError(context, "%s: %s", Op::kName, message.c_str());
  return abi::kTfLiteError;
}

// The callbacks of an operator that is a class with static members: kCode, kName, Prepare and Invoke, which
// take the context and the node, and, if it has options, Params, of which user_data is a copy. No exception
// passes: what is thrown becomes a report.
template <typename Op>
abi::TfLiteRegistration RegistrationOf() {
  abi::TfLiteRegistration registration = {};
  registration.builtin_code = Op::kCode;
  registration.version = 1;
  registration.prepare = [](abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept {
    if constexpr (requires { typename Op::Params; }) {
      if (node->user_data == nullptr) return Fail<Op>(context, "no memory for the options");
    }
    return Guard([&] { return Op::Prepare(context, *node); },
                 [&](const char* message) { return Fail<Op>(context, message); });
  };
  registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept {
    return Guard([&] { return Op::Invoke(context, *node); },
                 [&](const char* message) { return Fail<Op>(context, message); });
  };
  if constexpr (requires { typename Op::Params; }) {
    using Params = typename Op::Params;
    registration.init = [](abi::TfLiteContext*, const char* options, size_t) -> void* {
      return new (std::nothrow) Params(*reinterpret_cast<const Params*>(options));
    };
    registration.free = [](abi::TfLiteContext*, void* user_data) { delete static_cast<Params*>(user_data); };
  }
  return registration;
}

}  // namespace litevk
