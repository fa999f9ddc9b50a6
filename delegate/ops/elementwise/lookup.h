// Operators of one input whose values have 8 or 16 bits, as a table of all 256 or 65,536 results. The
// delegate computes the table with kernels_ref when the model is loaded.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// Emits the node as a lookup of each value of its input 0 in the table.
void EmitTable(Lowering& lowering, gpu::TensorId table);

// Returns the kernels of the rows of lookup.inc, each with its operator.
std::vector<OpSpec> LookupOps();

}  // namespace litevk
