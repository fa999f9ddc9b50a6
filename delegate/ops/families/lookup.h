// Operators of one input whose elements have 8 bits: what each of the 256 numbers becomes is a table, which
// kernels_ref computes when the model is loaded.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"

namespace litevk {

// Returns the kernels of the rows of lookup.inc, each with its operator.
std::vector<OpSpec> LookupOps();

}  // namespace litevk
