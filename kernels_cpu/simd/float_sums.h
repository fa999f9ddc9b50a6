// Sums of floats along one axis. Long sums are made of sums of blocks, so that their error stays small.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// Columns that are added up at once, at most.
inline constexpr int64_t kSumColumns = 256;

struct FloatSumFunctions {
  // Writes the sum of each row; rows follow each other.
  void (*of_rows)(const float* input, int64_t rows, int64_t columns, float* sums);
  // Writes the sum of each of up to kSumColumns columns; rows are `stride` values apart.
  void (*of_columns)(const float* input, int64_t rows, int64_t stride, int64_t columns, float* sums);
};

// The instruction set must be one that IsaTable() says the processor has.
FloatSumFunctions FloatSumFunctionsFor(Isa isa);

}  // namespace litevk::cpu
