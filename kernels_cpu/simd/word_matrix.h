// Transposed matrices of elements of 4 bytes, whatever their type.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// A matrix whose element (row, column) is copied to (column, row) of another one. Strides count elements.
struct MatrixMove {
  const std::byte* from;
  int64_t from_stride;  // from one row to the next
  int64_t rows;
  int64_t columns;
  std::byte* to;
  int64_t to_stride;  // from one column to the next
};

using MatrixFunction = void (*)(const MatrixMove& matrix);

// The instruction set must be one that IsaTable() says the processor has.
MatrixFunction WordMatrixFor(Isa isa);

}  // namespace litevk::cpu
