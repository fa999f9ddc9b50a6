// What SELECT and SELECT_V2 share.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// `lower` of one whose condition, input 0, counts as of the dims `condition`, which stretch to those of the
// output.
void LowerSelect(Lowering& lowering, const ir::Shape& condition);

// One of values that are moved unread.
OpSpec MakeSelect(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
