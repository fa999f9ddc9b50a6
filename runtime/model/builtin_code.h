// The builtin that an operator code of the model format means.
#pragma once

#include <algorithm>

#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// Returns an abi::TfLiteBuiltinOperator: the larger of the two fields, as old files set only the first one.
inline int BuiltinCodeOf(const schema::OperatorCode& code) {
  return std::max<int>(code.deprecated_builtin_code(), code.builtin_code());
}

}  // namespace litevk
