// The first TensorFlow Lite runtimes with given versions of operators.
#pragma once

#include <string_view>

namespace litevk {

// Returns the first runtime with a version of an operator, such as "2.14.0". Returns kRuntimeNever if no
// resolver up to ai-edge-litert 2.3.0 has it, kRuntimeUnknown if TensorFlow Lite's list or this project's
// lacks it.
std::string_view RuntimeWith(int op_code, int version);

// Orders "1.9.0" before "1.13.1" before "2.3", and a version before the same one with further parts. Compares
// parts of digits only: kRuntimeNever and kRuntimeUnknown precede every runtime.
bool IsEarlierRuntime(std::string_view a, std::string_view b);

}  // namespace litevk
