#include "kernels_cpu/simd/word_matrix.h"

#include <algorithm>
#include <cstring>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/word_matrix.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::CappedTag<uint32_t, 4>;

constexpr int64_t kBlock = 4;
// Rows of a tile: their elements of one column fill a line of the cache in the transpose.
constexpr int64_t kTileRows = 16;
constexpr int64_t kWordBytes = 4;

HWY_INLINE const uint32_t* WordsAt(const MatrixMove& matrix, int64_t row, int64_t column) {
  return reinterpret_cast<const uint32_t*>(matrix.from + (row * matrix.from_stride + column) * kWordBytes);
}

HWY_INLINE uint32_t* TransposedAt(const MatrixMove& matrix, int64_t row, int64_t column) {
  return reinterpret_cast<uint32_t*>(matrix.to + (column * matrix.to_stride + row) * kWordBytes);
}

// Moves four rows of four columns: pairs of words first, then pairs of pairs.
HWY_INLINE void MoveBlock(const MatrixMove& matrix, int64_t row, int64_t column) {
  const Words d;
  const hn::CappedTag<uint64_t, 2> pairs;
  const auto row0 = hn::LoadU(d, WordsAt(matrix, row, column));
  const auto row1 = hn::LoadU(d, WordsAt(matrix, row + 1, column));
  const auto row2 = hn::LoadU(d, WordsAt(matrix, row + 2, column));
  const auto row3 = hn::LoadU(d, WordsAt(matrix, row + 3, column));
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, row0, row1));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, row2, row3));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, row0, row1));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, row2, row3));
  const auto store = [&](auto words, int64_t to)
                         HWY_ATTR { hn::StoreU(hn::BitCast(d, words), d, TransposedAt(matrix, row, to)); };
  store(hn::InterleaveLower(pairs, low01, low23), column);
  store(hn::InterleaveUpper(pairs, low01, low23), column + 1);
  store(hn::InterleaveLower(pairs, high01, high23), column + 2);
  store(hn::InterleaveUpper(pairs, high01, high23), column + 3);
}

HWY_INLINE void MoveOneByOne(const MatrixMove& matrix, int64_t row, int64_t rows, int64_t column,
                             int64_t columns) {
  const int64_t stride = matrix.from_stride * kWordBytes;
  for (int64_t j = column; j < column + columns; ++j) {
    const std::byte* from = matrix.from + row * stride + j * kWordBytes;
    std::byte* to = matrix.to + (j * matrix.to_stride + row) * kWordBytes;
    for (int64_t i = 0; i < rows; ++i, from += stride, to += kWordBytes) std::memcpy(to, from, kWordBytes);
  }
}

void MoveWords(const MatrixMove& matrix) {
  const int64_t whole_columns = matrix.columns / kBlock * kBlock;
  for (int64_t first = 0; first < matrix.rows; first += kTileRows) {
    const int64_t end = std::min(first + kTileRows, matrix.rows);
    const int64_t whole_end = first + (end - first) / kBlock * kBlock;
    for (int64_t column = 0; column < whole_columns; column += kBlock) {
      for (int64_t row = first; row < whole_end; row += kBlock) MoveBlock(matrix, row, column);
    }
    MoveOneByOne(matrix, whole_end, end - whole_end, 0, whole_columns);
    MoveOneByOne(matrix, first, end - first, whole_columns, matrix.columns - whole_columns);
  }
}

MatrixFunction WordMatrixOfTarget() { return &MoveWords; }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

MatrixFunction WordMatrixFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(MatrixFunction(*)(), table, WordMatrixOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
