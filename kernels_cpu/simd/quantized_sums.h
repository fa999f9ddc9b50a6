// Sums of integers of 8 and 16 bits.
#pragma once

#include <cstdint>

#include "kernels_cpu/simd/isa.h"

namespace litevk::cpu {

// Functions of values of T. Sums have 32 bits, which hold those of MostSummed<T>() values.
template <typename T>
struct SumFunctions {
  int32_t (*of_row)(const T* values, int64_t count);
  // Writes the sums of columns. `stride`: values from one row to the next.
  void (*of_columns)(const T* values, int64_t rows, int64_t stride, int64_t columns, int32_t* sums);
};

template <typename T>
constexpr int64_t MostSummed() {
  return int64_t{1} << (sizeof(T) == 1 ? 23 : 16);
}

// The instruction set must be one that IsaTable() says the processor has. T: int8_t, uint8_t or int16_t.
template <typename T>
SumFunctions<T> SumFunctionsFor(Isa isa);

}  // namespace litevk::cpu
