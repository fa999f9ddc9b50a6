// Checks of operands in which some elements end a run with an error, as in TFLite's kernels: a divisor of 0.
#pragma once

#include <cstdint>

#include "delegate/kernel/node_view.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// Describes the forbidden elements: those whose words have no bit of `mask` after the bits of `flipped` are
// inverted.
struct Forbidden {
  uint32_t flipped;
  uint32_t mask;
  const char* diagnostic;  // diagnostic of a run that has such an element
};

// Emits a check of an operand that a run computes. A constraint checks one that is known before.
void EmitOperandCheck(Lowering& lowering, int input, const Forbidden& forbidden);

// True unless the operand is known before the run and has a forbidden element. Operands that nodes compute
// from constants are known too.
bool KnownOperandIsAllowed(const NodeView& view, int input, const Forbidden& forbidden);

}  // namespace litevk
