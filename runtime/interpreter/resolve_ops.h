// Resolves a model's operator codes to registrations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Returns one registration for each operator code. An operator that the resolver does not know is an error.
// If `allow_unresolved`, it gets a kernel that fails.
Result<std::vector<abi::TfLiteRegistration>> ResolveOps(const Model& model, const OpResolver& resolver,
                                                        bool allow_unresolved);

// Advice for operators of which this interpreter has no kernel.
constexpr std::string_view kKernelAdvice =
    "where TFLite has one, run the model in its interpreter with litevk as the delegate, in Python "
    "litevk.delegate() for ai_edge_litert's Interpreter";

bool IsUnresolved(const abi::TfLiteRegistration& registration);
// Returns TFLite's message for an operator without a kernel. It mentions an older version only if the
// resolver has one.
std::string UnresolvedMessage(const abi::TfLiteRegistration& registration);

// Returns "CONV_2D", or the own name of a custom operator or a delegate's kernel.
std::string OpName(const abi::TfLiteRegistration& registration);

}  // namespace litevk
