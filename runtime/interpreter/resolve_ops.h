// A model's operator codes as registrations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk {

// One for each operator code. One that the resolver does not know is an error, or where that is allowed
// a registration whose kernel only fails.
Result<std::vector<abi::TfLiteRegistration>> ResolveOps(const Model& model, const OpResolver& resolver,
                                                        bool allow_unresolved);

// Advice where this interpreter has no kernel of an operator.
constexpr std::string_view kKernelAdvice =
    "where TFLite has one, run the model in its interpreter with litevk as the delegate, in Python "
    "litevk.delegate() for ai_edge_litert's Interpreter";

bool IsUnresolved(const abi::TfLiteRegistration& registration);
// TFLite's sentence about an operator that nothing runs, which mentions an older version only where the
// resolver has one.
std::string UnresolvedMessage(const abi::TfLiteRegistration& registration);

// "CONV_2D"; the operator's own name for a custom operator or a delegate's kernel.
std::string OpName(const abi::TfLiteRegistration& registration);

}  // namespace litevk
