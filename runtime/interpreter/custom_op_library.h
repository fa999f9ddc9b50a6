// Shared libraries of custom operators, by the convention of litevk/custom_op.h.
#pragma once

#include <string>

#include "runtime/base/status.h"
#include "runtime/interpreter/op_resolver.h"

namespace litevk {

// Adds the library's operators to the resolver. The library stays loaded until the process ends, because the
// end of its last kernel is unknown.
Status LoadCustomOps(const std::string& path, MutableOpResolver& resolver);

}  // namespace litevk
