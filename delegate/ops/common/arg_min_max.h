// Kernels of ARG_MAX and ARG_MIN.
#pragma once

#include "delegate/kernel/op_spec.h"

namespace litevk {

// `lower` of the operator that finds the least element, or the greatest.
template <bool kIsLeast>
void LowerArgMinMax(Lowering& lowering);

OpSpec MakeArgMinMax(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
