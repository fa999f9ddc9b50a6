// Operators of one input whose numbers have 8 or 16 bits: what each of the 256 or 65,536 becomes is a table,
// which kernels_ref computes when the model is loaded.
#pragma once

#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// Emits the node as what a table has of each number of its input 0.
void EmitTable(Lowering& lowering, gpu::TensorId table);

// Returns the kernels of the rows of lookup.inc, each with its operator.
std::vector<OpSpec> LookupOps();

}  // namespace litevk
