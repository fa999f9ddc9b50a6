#include "runtime/interpreter/resolve_ops.h"

#include <algorithm>

#include "runtime/model/builtin_code.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {
namespace {

// Bound above the number of versions of any operator. A file may state any version.
constexpr int kMostVersions = 64;

// The kernel of an unresolved operator, which fails. Its type encodes if the resolver has the builtin in an
// older version, since a registration has no field for that.
template <bool has_older_version>
abi::TfLiteStatus FailToInvoke(abi::TfLiteContext* context, abi::TfLiteNode*) {
  context->ReportError(context, "Encountered an unresolved op. Did you miss a custom op or delegate?");
  return abi::kTfLiteError;
}

// Returns the registration that a delegate sees. An unresolved custom operator has version 1, whatever the
// model says.
abi::TfLiteRegistration Unresolved(int op_code, const char* custom_name, int version,
                                   bool has_older_version) {
  abi::TfLiteRegistration registration = {};
  registration.invoke = has_older_version ? FailToInvoke<true> : FailToInvoke<false>;
  registration.builtin_code = op_code;
  registration.custom_name = custom_name;
  registration.version = custom_name == nullptr ? version : 1;
  return registration;
}

bool HasOlderVersion(const OpResolver& resolver, int op_code, int version) {
  for (int older = 1; older < std::min(version, kMostVersions); ++older) {
    if (resolver.FindBuiltin(op_code, older) != nullptr) return true;
  }
  return false;
}

}  // namespace

Result<std::vector<abi::TfLiteRegistration>> ResolveOps(const Model& model, const OpResolver& resolver,
                                                        bool allow_unresolved) {
  std::vector<abi::TfLiteRegistration> registrations;
  if (model.root().operator_codes() == nullptr) return registrations;
  for (const schema::OperatorCode* code : *model.root().operator_codes()) {
    const int op_code = BuiltinCodeOf(*code);
    const bool is_custom = op_code == abi::kTfLiteBuiltinCustom;
    const char* name = !is_custom                       ? nullptr
                       : code->custom_code() == nullptr ? ""
                                                        : code->custom_code()->c_str();
    const abi::TfLiteRegistration* found = is_custom ? resolver.FindCustom(name, code->version())
                                                     : resolver.FindBuiltin(op_code, code->version());
    const bool has_older_version =
        found == nullptr && !is_custom && HasOlderVersion(resolver, op_code, code->version());
    registrations.push_back(found == nullptr ? Unresolved(op_code, name, code->version(), has_older_version)
                                             : *found);
    if (found == nullptr && !allow_unresolved) return Unsupported(UnresolvedMessage(registrations.back()));
  }
  return registrations;
}

bool IsUnresolved(const abi::TfLiteRegistration& registration) {
  return registration.invoke == FailToInvoke<true> || registration.invoke == FailToInvoke<false>;
}

std::string UnresolvedMessage(const abi::TfLiteRegistration& registration) {
  if (registration.builtin_code != abi::kTfLiteBuiltinCustom) {
    const std::string diagnostic = "Didn't find op for builtin opcode '" + OpName(registration) +
                                   "' version '" + std::to_string(registration.version) + "'. ";
    if (registration.invoke != FailToInvoke<true>) {
      return diagnostic + "This interpreter has no kernel for it; " + std::string(kKernelAdvice);
    }
    return diagnostic +
           "An older version of this builtin might be supported. Are you using an old TFLite binary with a "
           "newer model?";
  }
  if (IsFlexOp(OpName(registration))) {
    // Begins like TFLite's message, for programs that search for it.
    return "Select TensorFlow op " + OpName(registration) +
           " is not supported by this interpreter: " + std::string(kFlexAdvice);
  }
  return "Encountered unresolved custom op: " + OpName(registration) +
         ".\nSee instructions: https://www.tensorflow.org/lite/guide/ops_custom ";
}

std::string OpName(const abi::TfLiteRegistration& registration) {
  if (registration.custom_name != nullptr) return registration.custom_name;
  const std::string_view name = abi::BuiltinName(registration.builtin_code);
  return name.empty() ? std::to_string(registration.builtin_code) : std::string(name);
}

}  // namespace litevk
