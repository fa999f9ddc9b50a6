#include "kernels_cpu/simd/quantized_sums.h"

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/quantized_sums.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
int32_t SumOfRow(const T* values, int64_t count) {
  const Int32s d;
  Int32Vector even = hn::Zero(d);
  Int32Vector odd = hn::Zero(d);
  int64_t index = 0;
  for (; index + 2 * kInt32Lanes <= count; index += 2 * kInt32Lanes) {
    even = hn::Add(even, LoadIntegers(values + index));
    odd = hn::Add(odd, LoadIntegers(values + index + kInt32Lanes));
  }
  int32_t sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
  for (; index < count; ++index) sum += values[index];
  return sum;
}

// Sums kVectors vectors of columns.
template <int kVectors, typename T>
HWY_INLINE void SumVectors(const T* values, int64_t rows, int64_t stride, int32_t* sums) {
  const Int32s d;
  Int32Vector totals[kVectors];
  for (int vector = 0; vector < kVectors; ++vector) totals[vector] = hn::Zero(d);
  for (int64_t row = 0; row < rows; ++row, values += stride) {
    for (int vector = 0; vector < kVectors; ++vector) {
      totals[vector] = hn::Add(totals[vector], LoadIntegers(values + vector * kInt32Lanes));
    }
  }
  for (int vector = 0; vector < kVectors; ++vector)
    hn::StoreU(totals[vector], d, sums + vector * kInt32Lanes);
}

template <typename T>
void SumOfColumns(const T* values, int64_t rows, int64_t stride, int64_t columns, int32_t* sums) {
  constexpr int kVectors = 4;
  int64_t column = 0;
  for (; column + kVectors * kInt32Lanes <= columns; column += kVectors * kInt32Lanes) {
    SumVectors<kVectors>(values + column, rows, stride, sums + column);
  }
  for (; column + kInt32Lanes <= columns; column += kInt32Lanes) {
    SumVectors<1>(values + column, rows, stride, sums + column);
  }
  for (; column < columns; ++column) {
    sums[column] = 0;
    for (int64_t row = 0; row < rows; ++row) sums[column] += values[column + row * stride];
  }
}

template <typename T>
SumFunctions<T> FunctionsOfTarget() {
  return {&SumOfRow<T>, &SumOfColumns<T>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
SumFunctions<T> SumFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(SumFunctions<T>(*)(), table, FunctionsOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template SumFunctions<int8_t> SumFunctionsFor(Isa isa);
template SumFunctions<uint8_t> SumFunctionsFor(Isa isa);
template SumFunctions<int16_t> SumFunctionsFor(Isa isa);

}  // namespace litevk::cpu
#endif
