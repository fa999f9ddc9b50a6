// The resolver of all operators that an interpreter has without the user's own.
#pragma once

#include "runtime/interpreter/op_resolver.h"

namespace litevk {

// Resolves every operator of kernels_ref with the versions that its record lists, and the operators
// that only an interpreter can run (runtime/interpreter/interpreter_ops.h).
class BuiltinOpResolver : public MutableOpResolver {
 public:
  BuiltinOpResolver();
};

}  // namespace litevk
