// REAL and IMAG: every other float of complex numbers.
#pragma once

#include <cassert>

#include "delegate/ops/move/strided.h"
#include "delegate/views/binding_rows.h"

namespace litevk {

// Returns the copy of one part of complex numbers with these dims, counted in floats. `part`: 0 the real one
// and 1 the imaginary one.
template <int part>
StridedCopy ComplexPart(const ir::Shape& dims) {
  StridedCopy copy = {.source = DenseDims(dims), .source_offset = part};
  for (StridedDim& dim : copy.source) dim.stride *= 2;
  return copy;
}

template <int part>
void LowerComplexPart(Lowering& lowering) {
  const StridedView rows = InWords(lowering.InputRows(0), lowering.InputBytes(0));
  const auto placed = InRows(ComplexPart<part>(lowering.output_dims()), rows);
  assert(placed.has_value());  // ReadsComplexRows
  if (placed) EmitCopy(lowering, lowering.Input(0), *placed);
}

// GpuKernel::reads_strided of REAL and IMAG.
inline bool ReadsComplexRows(const NodeView& /*view*/, const StridedInput& input) {
  return IsOneCopy(ComplexPart<0>(input.dims), InWords(input.rows, input.element_bytes));
}

}  // namespace litevk
