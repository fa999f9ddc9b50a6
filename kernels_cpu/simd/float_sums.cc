#include "kernels_cpu/simd/float_sums.h"

#include <algorithm>
#include <array>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/float_sums.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/float_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

// Sums that are added to side by side, as an addition takes some cycles.
constexpr int64_t kSideBySide = 4;
// Additions to a sum before it goes to the total.
constexpr int64_t kAdditions = 64;

// Adds up `steps` times four vectors.
HWY_INLINE Vector SumOfBlock(const float* values, int64_t steps) {
  const Floats d;
  Vector sums[kSideBySide] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (int64_t step = 0; step < steps; ++step, values += kSideBySide * kLanes) {
    for (int64_t i = 0; i < kSideBySide; ++i) {
      sums[i] = hn::Add(sums[i], hn::LoadU(d, values + i * kLanes));
    }
  }
  return hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
}

HWY_INLINE float SumOfRow(const float* row, int64_t columns) {
  const Floats d;
  Vector total = hn::Zero(d);
  int64_t index = 0;
  for (int64_t steps = columns / (kSideBySide * kLanes); steps > 0; steps -= kAdditions) {
    const int64_t block = std::min(steps, kAdditions);
    total = hn::Add(total, SumOfBlock(row + index, block));
    index += block * kSideBySide * kLanes;
  }
  for (; index + kLanes <= columns; index += kLanes) total = hn::Add(total, hn::LoadU(d, row + index));
  float sum = hn::GetLane(hn::SumOfLanes(d, total));
  for (; index < columns; ++index) sum += row[index];
  return sum;
}

void SumsOfRows(const float* input, int64_t rows, int64_t columns, float* sums) {
  for (int64_t row = 0; row < rows; ++row) sums[row] = SumOfRow(input + row * columns, columns);
}

// Rows whose sum is made before it goes to the total.
constexpr int64_t kBlockRows = 16;

// Returns the sums of as many columns as the tag has lanes, along up to kBlockRows rows.
template <class Tag>
HWY_INLINE hn::Vec<Tag> SumOfBlockRows(Tag d, const float* column, int64_t rows, int64_t stride) {
  hn::Vec<Tag> sums[kSideBySide] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  int64_t row = 0;
  for (; row + kSideBySide <= rows; row += kSideBySide) {
    for (int64_t i = 0; i < kSideBySide; ++i) {
      sums[i] = hn::Add(sums[i], hn::LoadU(d, column + (row + i) * stride));
    }
  }
  for (; row < rows; ++row) sums[0] = hn::Add(sums[0], hn::LoadU(d, column + row * stride));
  return hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
}

// Adds the columns' sums of rows to `totals`, block by block.
HWY_INLINE void AddColumns(const float* input, int64_t rows, int64_t stride, int64_t columns, float* totals) {
  for (int64_t first = 0; first < rows; first += kBlockRows, input += kBlockRows * stride) {
    const int64_t block = std::min(kBlockRows, rows - first);
    ForEachPart(columns, [=](auto d, int64_t column) HWY_ATTR {
      const auto sum = SumOfBlockRows(d, input + column, block, stride);
      hn::StoreU(hn::Add(hn::LoadU(d, totals + column), sum), d, totals + column);
    });
  }
}

void SumsOfColumns(const float* input, int64_t rows, int64_t stride, int64_t columns, float* sums) {
  constexpr int64_t kMostRows = kAdditions * kBlockRows;
  std::fill_n(sums, columns, 0.0F);
  for (; rows > 0; rows -= kMostRows, input += kMostRows * stride) {
    std::array<float, kSumColumns> totals = {};
    AddColumns(input, std::min(rows, kMostRows), stride, columns, totals.data());
    for (int64_t column = 0; column < columns; ++column) sums[column] += totals[static_cast<size_t>(column)];
  }
}

FloatSumFunctions FloatSumFunctionsOfTarget() { return {&SumsOfRows, &SumsOfColumns}; }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

FloatSumFunctions FloatSumFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(FloatSumFunctions(*)(), table, FloatSumFunctionsOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
