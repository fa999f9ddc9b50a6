// The TensorFlow Lite runtimes that brought the versions of operators.
#pragma once

#include <string_view>

namespace litevk {

// The first runtime with a version of an operator: "2.14.0", kRuntimeNever where no resolver up to that of
// ai-edge-litert 2.3.0 has it, kRuntimeUnknown where TensorFlow Lite's list or ours lacks it.
std::string_view RuntimeWith(int op_code, int version);

// "1.9.0" before "1.13.1" before "2.3"; a version before the same one with further parts. Nothing else than
// parts of digits is compared: kRuntimeNever and kRuntimeUnknown come before every runtime.
bool IsEarlierRuntime(std::string_view a, std::string_view b);

}  // namespace litevk
