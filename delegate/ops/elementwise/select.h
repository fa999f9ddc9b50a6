// Kernels of SELECT and SELECT_V2.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// `lower` of an operator whose condition, input 0, counts as having the dims `condition`, which stretch to
// the output's.
void LowerSelect(Lowering& lowering, const ir::Shape& condition);

// Returns the record of an operator that selects between values without reading them.
OpSpec MakeSelect(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
