// Operators that only an interpreter can run: the rows LITEVK_INTERPRETER_OP of op_list.inc. They call its
// subgraphs, or use state that it keeps between runs (variables, tables, random generators).
//
// runtime/interpreter/ops/<stem>.cc defines MakeRegistration_<stem>.
#pragma once

#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "runtime/opset/op_records.h"
#include "runtime/platform/guard.h"
#include "runtime/tflite/common.h"

namespace litevk {

#define LITEVK_OP(name, stem)
#define LITEVK_KERNEL_OP(name, stem)
#define LITEVK_INTERPRETER_OP(name, stem) abi::TfLiteRegistration MakeRegistration_##stem();
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP

// Returns the registrations of all operators of this list.
inline std::vector<abi::TfLiteRegistration> InterpreterRegistrations() {
  return {
#define LITEVK_INTERPRETER_OP(name, stem) MakeRegistration_##stem(),
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
  };
}

// Reports "<operator>: <message>" and returns kTfLiteError.
template <typename Op>
abi::TfLiteStatus Fail(abi::TfLiteContext* context, const std::string& message) {
  context->ReportError(context, "%s: %s", std::string(Op::kInfo.name).c_str(), message.c_str());
  return abi::kTfLiteError;
}

// Type that user_data of an operator with options points to: the operator's State, made from the options, or
// else a copy of them.
template <typename Op>
struct NodeData {
  using Type = typename Op::Params;
};
template <typename Op>
requires requires { typename Op::State; }
struct NodeData<Op> {
  using Type = typename Op::State;
};

// Returns the callbacks of an operator, a class with static members. kInfo is its record. Prepare and Invoke
// take the context and the node, and the Params (NodeData) if it has options. Exceptions become reported
// errors.
template <typename Op>
abi::TfLiteRegistration RegistrationOf() {
  abi::TfLiteRegistration registration = {};
  registration.builtin_code = Op::kInfo.op_code;
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
    using Data = typename NodeData<Op>::Type;
    registration.init = [](abi::TfLiteContext*, const char* options, size_t) -> void* {
      return new (std::nothrow) Data(*reinterpret_cast<const typename Op::Params*>(options));
    };
    registration.free = [](abi::TfLiteContext*, void* user_data) { delete static_cast<Data*>(user_data); };
  }
  return registration;
}

}  // namespace litevk
