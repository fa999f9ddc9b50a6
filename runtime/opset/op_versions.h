// The versions of the operators, as their records list them.
#pragma once

#include <span>

#include "runtime/opset/op_info.h"

namespace litevk {

// Empty for an operator (OpInfo::op_code) that the project does not know.
std::span<const OpVersion> VersionsOf(int op_code);
// The first one, 1 but for an operator that TensorFlow Lite registers from a later one on; 0 for an operator
// that the project does not know.
int FirstVersion(int op_code);
// The last one; 0 for an operator that the project does not know.
int LastVersion(int op_code);
// The operators with versions, by ascending code.
std::span<const int> VersionedOperators();

}  // namespace litevk
