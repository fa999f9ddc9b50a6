// Sums of products of quantized numbers, whose zero points are taken out first: what every layer in integers
// is made of. A difference of a number and its zero point fits 16 bits, so that products of two of them can
// be added up several at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
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

// The largest magnitude of a number of the type without its zero point.
template <typename T>
inline constexpr int64_t kLargestValue = sizeof(T) == 1 ? 255 : 32768;

// How many products of such values 32 bits add up without an overflow.
template <typename Left, typename Right>
inline constexpr int64_t kMostProducts = std::numeric_limits<int32_t>::max() /
                                         (kLargestValue<Left> * kLargestValue<Right>);

// Adds the products of a row of `count` values and of each of kRowsAtOnce rows, `stride` values apart; Sum
// holds as many. Compilers make vector instructions of sums that have names of their own.
template <typename Sum>
void AddProducts(const int16_t* left, const int16_t* right, int64_t stride, int64_t count,
                 std::array<int64_t, kRowsAtOnce>& sums) {
  Sum first = 0;
  Sum second = 0;
  Sum third = 0;
  Sum fourth = 0;
  for (int64_t i = 0; i < count; ++i) {
    first += Sum{left[i]} * right[i];
    second += Sum{left[i]} * right[stride + i];
    third += Sum{left[i]} * right[2 * stride + i];
    fourth += Sum{left[i]} * right[3 * stride + i];
  }
  sums[0] += first;
  sums[1] += second;
  sums[2] += third;
  sums[3] += fourth;
}

// Returns the sums of products of a row of `depth` values and of each of kRowsAtOnce rows one behind the
// other.
template <int64_t kMost>
std::array<int64_t, kRowsAtOnce> SumsOfProducts(const int16_t* left, const int16_t* right, int64_t depth) {
  std::array<int64_t, kRowsAtOnce> sums = {};
  if constexpr (kMost == 1) {
    AddProducts<int64_t>(left, right, depth, depth, sums);
  } else {
    for (int64_t first = 0; first < depth; first += kMost) {
      AddProducts<int32_t>(left + first, right + first, depth, std::min(kMost, depth - first), sums);
    }
  }
  return sums;
}

// Returns how many of `rows` rows on the left are kept at once: they and their results stay near the
// processor.
inline int64_t RowsKept(int64_t depth, int64_t rows) {
  constexpr int64_t kMostRows = 256;
  constexpr int64_t kMostValues = int64_t{1} << 17;
  return std::clamp<int64_t>(std::min(rows, kMostValues / std::max<int64_t>(depth, 1)), 1, kMostRows);
}

// The sums of products of a few rows of the right side and of rows of the left one that follow each other.
struct SumsOfRows {
  int64_t first_left;
  int64_t lefts;
  int64_t first_right;
  int64_t rights;
  std::vector<int64_t> sums;  // of a row of the right side one behind the other

  // Returns the sums of the right side's row `first_right` + `index`, in the order of the left one's rows.
  std::span<const int64_t> Of(int64_t index) const {
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
  SumsOfRows some = {.sums = std::vector<int64_t>(static_cast<size_t>(kRowsAtOnce * kept))};
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
        const auto sums = SumsOfProducts<kMostProducts<Left, Right>>(left_values.data() + row * depth,
                                                                     right_values.data(), depth);
        for (size_t i = 0; i < kRowsAtOnce; ++i)
          some.sums[i * static_cast<size_t>(some.lefts) + static_cast<size_t>(row)] = sums[i];
      }
      fn(some);
    }
  }
}

}  // namespace litevk::ref
