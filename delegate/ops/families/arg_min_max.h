// What ARG_MAX and ARG_MIN share.
#pragma once

#include "delegate/kernel/op_spec.h"

namespace litevk {

// `lower` of the one that looks for the least element, or for the greatest.
template <bool kIsLeast>
void LowerArgMinMax(Lowering& lowering);

OpSpec MakeArgMinMax(int op_code, void (*lower)(Lowering&));

}  // namespace litevk
