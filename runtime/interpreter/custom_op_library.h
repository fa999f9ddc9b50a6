// Shared libraries of custom operators: the convention of litevk/custom_op.h.
#pragma once

#include <string>

#include "runtime/base/status.h"
#include "runtime/interpreter/op_resolver.h"

namespace litevk {

// Adds the library's operators to the resolver. The library stays loaded until the process ends, because
// nothing knows when the last of its kernels is gone.
Status LoadCustomOps(const std::string& path, MutableOpResolver& resolver);

}  // namespace litevk
