// Operands of which some elements end a run with an error, as those of TFLite's kernels do: a divisor of 0.
#pragma once

#include <cstdint>

#include "delegate/kernel/node_view.h"
#include "delegate/lower/lowering.h"

namespace litevk {

// What no element of an operand may be: one that has no bit of `mask` in its words, of which the bits of
// `flipped` are turned over.
struct Forbidden {
  uint32_t flipped;
  uint32_t mask;
  const char* sentence;  // of a run that has one
};

// Looks at an operand that a run computes in that run. One that is known before is a constraint's concern.
void EmitOperandCheck(Lowering& lowering, int input, const Forbidden& forbidden);

// True unless the operand is known before the run and has a forbidden element. One that nodes compute of
// constants is looked at too.
bool KnownOperandIsAllowed(const NodeView& view, int input, const Forbidden& forbidden);

}  // namespace litevk
