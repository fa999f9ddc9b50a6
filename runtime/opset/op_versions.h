// The versions of the operators, as their records list them.
#pragma once

#include <span>

#include "runtime/opset/op_info.h"

namespace litevk {

// Returns an empty span for an unknown operator (OpInfo::op_code).
std::span<const OpVersion> VersionsOf(int op_code);
// Returns the first version: 1, or more if TensorFlow Lite registers the operator from a later one on. 0 for
// an unknown operator.
int FirstVersion(int op_code);
// Returns the last version; 0 for an unknown operator.
int LastVersion(int op_code);
// The operators with versions, by ascending code.
std::span<const int> VersionedOperators();

}  // namespace litevk
