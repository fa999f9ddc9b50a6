// What SOFTMAX and LOG_SOFTMAX share.
#pragma once

#include "delegate/lower/lowering.h"
#include "delegate/lower/op_spec.h"

namespace litevk {

// One dispatch over the innermost dim.
void LowerSoftmax(Lowering& lowering, float beta, bool is_log);

OpSpec MakeSoftmax(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
