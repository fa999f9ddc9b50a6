// Sums of products of quantized numbers, whose zero points are taken out first: what every layer in integers
// is made of. A difference of a number and its zero point fits 16 bits, so that products of two of them can
// be added up several at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace litevk::ref {

// Rows of the right side that are multiplied at once.
inline constexpr int kRowsAtOnce = 4;

// Writes what is left of `count` numbers when the zero point is taken out, which 16 bits hold.
template <typename T>
void TakeOutZeroPoint(const T* numbers, int64_t count, int zero_point, int16_t* values) {
  for (int64_t i = 0; i < count; ++i) values[i] = static_cast<int16_t>(numbers[i] - zero_point);
}

// Rows of numbers with one zero point. int16 has a zero point of 0.
template <typename T>
struct NumberRows {
  const T* first;
  int64_t rows;
  int64_t depth;  // numbers of a row
  int zero_point;
};

// What products of such numbers are added up in: modulo 2^32 where both have 8 bits, as TFLite adds those,
// else 64 bits.
template <typename Left, typename Right>
using SumFor = std::conditional_t<sizeof(Left) == 1 && sizeof(Right) == 1, int32_t, int64_t>;

// The largest magnitude of a number of the type without its zero point.
template <typename T>
inline constexpr int64_t kLargestValue = sizeof(T) == 1 ? 255 : 32768;

// How many products of such values 32 bits add up without an overflow.
template <typename Left, typename Right>
inline constexpr int64_t kMostProducts = std::numeric_limits<int32_t>::max() /
                                         (kLargestValue<Left> * kLargestValue<Right>);

// Returns the sums of products of a row of `count` values and of each of kRowsAtOnce rows, `stride` values
// apart. Those of uint32_t wrap around. Compilers make vector instructions of sums that have names of their
// own.
template <typename Sum, typename Value>
std::array<Sum, kRowsAtOnce> AddProducts(const int16_t* left, const Value* right, int64_t stride,
                                         int64_t count) {
  Sum first = 0;
  Sum second = 0;
  Sum third = 0;
  Sum fourth = 0;
  for (int64_t i = 0; i < count; ++i) {
    first += static_cast<Sum>(left[i] * int16_t{right[i]});
    second += static_cast<Sum>(left[i] * int16_t{right[stride + i]});
    third += static_cast<Sum>(left[i] * int16_t{right[2 * stride + i]});
    fourth += static_cast<Sum>(left[i] * int16_t{right[3 * stride + i]});
  }
  return {first, second, third, fourth};
}

// Writes the sums of products of a row of `depth` values of Left and of each of kRowsAtOnce rows of Right,
// one behind the other, to `sums`, `stride` apart. Value is Right where that has no zero point.
template <typename Left, typename Right, typename Value>
void SumProducts(const int16_t* left, const Value* right, int64_t depth, SumFor<Left, Right>* sums,
                 int64_t stride) {
  if constexpr (sizeof(SumFor<Left, Right>) == sizeof(int32_t)) {
    for (const uint32_t sum : AddProducts<uint32_t>(left, right, depth, depth)) {
      *sums = static_cast<int32_t>(sum);
      sums += stride;
    }
  } else {
    constexpr bool kIsWide = kMostProducts<Left, Right> == 1;
    const int64_t most = kIsWide ? depth : kMostProducts<Left, Right>;
    std::array<int64_t, kRowsAtOnce> total = {};
    for (int64_t first = 0; first < depth; first += most) {
      const auto some = AddProducts<std::conditional_t<kIsWide, int64_t, int32_t>>(
          left + first, right + first, depth, std::min(most, depth - first));
      for (size_t i = 0; i < kRowsAtOnce; ++i) total[i] += some[i];
    }
    for (const int64_t sum : total) {
      *sums = sum;
      sums += stride;
    }
  }
}

// Rows on the left that are kept at once, at most: they and their results stay near the processor.
inline constexpr int64_t kMostRowsKept = 256;

// Returns how many of `rows` rows on the left are kept at once.
inline int64_t RowsKept(int64_t depth, int64_t rows) {
  constexpr int64_t kMostValues = int64_t{1} << 17;
  return std::clamp<int64_t>(std::min(rows, kMostValues / std::max<int64_t>(depth, 1)), 1, kMostRowsKept);
}

// The sums of products of a few rows of the right side and of rows of the left one that follow each other.
template <typename Sum>
struct SumsOfRows {
  int64_t first_left;
  int64_t lefts;
  int64_t first_right;
  int64_t rights;
  std::vector<Sum> sums;  // of a row of the right side one behind the other

  // Returns the sums of the right side's row `first_right` + `index`, in the order of the left one's rows.
  std::span<const Sum> Of(int64_t index) const {
    return std::span(sums).subspan(static_cast<size_t>(index * lefts), static_cast<size_t>(lefts));
  }
};

// Calls fn(SumsOfRows) until it has had all rows on the left with all on the right. `Left` is the type of the
// numbers that `gather` reads: gather(row, values) writes the values of a row.
template <typename Left, typename Right, typename Gather, typename Fn>
void ForEachSumOfProducts(int64_t rows, const NumberRows<Right>& right, Gather gather, Fn fn) {
  // Rows end in zeros where their length is no multiple of what processors multiply at once.
  constexpr int64_t kAtOnce = 8;
  const int64_t depth = (right.depth + kAtOnce - 1) / kAtOnce * kAtOnce;
  const int64_t kept = RowsKept(depth, rows);
  std::vector<int16_t> left_values(static_cast<size_t>(kept * depth));
  std::vector<int16_t> right_values(static_cast<size_t>(kRowsAtOnce * depth));
  SumsOfRows<SumFor<Left, Right>> some = {};
  some.sums.resize(static_cast<size_t>(kRowsAtOnce * kept));
  for (some.first_left = 0; some.first_left < rows; some.first_left += kept) {
    some.lefts = std::min(kept, rows - some.first_left);
    for (int64_t row = 0; row < some.lefts; ++row) {
      gather(some.first_left + row, left_values.data() + row * depth);
    }
    for (some.first_right = 0; some.first_right < right.rows; some.first_right += kRowsAtOnce) {
      some.rights = std::min<int64_t>(kRowsAtOnce, right.rows - some.first_right);
      for (int64_t i = 0; i < some.rights; ++i) {
        TakeOutZeroPoint(right.first + (some.first_right + i) * right.depth, right.depth, right.zero_point,
                         right_values.data() + i * depth);
      }
      for (int64_t row = 0; row < some.lefts; ++row) {
        SumProducts<Left, Right>(left_values.data() + row * depth, right_values.data(), depth,
                                 some.sums.data() + row, some.lefts);
      }
      fn(some);
    }
  }
}

}  // namespace litevk::ref
