// Kernels of SOFTMAX and LOG_SOFTMAX.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// Emits one dispatch over the innermost dim.
void LowerSoftmax(Lowering& lowering, float beta, bool is_log);

OpSpec MakeSoftmax(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
