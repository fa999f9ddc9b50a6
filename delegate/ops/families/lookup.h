// Operators of one input whose numbers have 8 or 16 bits: what each of the 256 or 65,536 becomes is a table,
// which kernels_ref computes when the model is loaded.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"

namespace litevk {

// Returns the kernels of the rows of lookup.inc, each with its operator.
std::vector<OpSpec> LookupOps();

}  // namespace litevk
