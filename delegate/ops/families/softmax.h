// What SOFTMAX and LOG_SOFTMAX share.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// One dispatch over the innermost dim.
void LowerSoftmax(Lowering& lowering, float beta, bool is_log);

OpSpec MakeSoftmax(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
