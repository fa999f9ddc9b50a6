// REAL and IMAG: every other float of complex numbers.
#pragma once

#include "delegate/ops/move/strided.h"

namespace litevk {

// `part`: of a complex number, 0 the real one and 1 the imaginary one.
template <int part>
void LowerComplexPart(Lowering& lowering) {
  StridedCopy copy = {.source = DenseDims(lowering.output_dims()), .source_offset = part};
  for (StridedDim& dim : copy.source) dim.stride *= 2;
  EmitCopy(lowering, lowering.Input(0), copy);
}

}  // namespace litevk
