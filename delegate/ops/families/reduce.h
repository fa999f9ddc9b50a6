// What the reductions share: a kept dim numbers results, a reduced one what goes into each of them
// (shaders/reduce.comp).
#pragma once

#include "delegate/lower/lowering.h"
#include "delegate/lower/op_spec.h"

namespace litevk {

enum class Reduction : uint8_t { kSum, kMean };

// One of input 0 over the axes that input 1 stores.
OpSpec MakeReduction(int op_code, void (*lower)(Lowering&));

void LowerReduction(Lowering& lowering, Reduction reduction);

// For MakeReduction.
template <Reduction kReduction>
void LowerReduction(Lowering& lowering) {
  LowerReduction(lowering, kReduction);
}

}  // namespace litevk
