// Sums of products of quantized values minus their zero points: the core of every integer layer. A value
// minus its zero point fits 16 bits, so several products of two such values can be added up before widening.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace litevk::ref {

// Rows of the right operand that are multiplied at once.
inline constexpr int kRowsAtOnce = 4;

// Writes `count` quantized values minus the zero point; the differences fit 16 bits.
template <typename T>
void TakeOutZeroPoint(const T* integers, int64_t count, int zero_point, int16_t* values) {
  for (int64_t i = 0; i < count; ++i) values[i] = static_cast<int16_t>(integers[i] - zero_point);
}

// Rows of quantized values with one zero point. int16 has a zero point of 0.
template <typename T>
struct IntegerRows {
  const T* first;
  int64_t rows;
  int64_t depth;  // values in a row
  int zero_point;
};

// Type of sums of products: 32 bits modulo 2^32 if both operands have 8 bits, as in TFLite, else 64 bits.
template <typename Left, typename Right>
using SumFor = std::conditional_t<sizeof(Left) == 1 && sizeof(Right) == 1, int32_t, int64_t>;

// Largest magnitude of a value of the type minus its zero point.
template <typename T>
inline constexpr int64_t kLargestValue = sizeof(T) == 1 ? 255 : 32768;

// Number of products of such values that 32 bits can sum without overflow.
template <typename Left, typename Right>
inline constexpr int64_t kMostProducts = std::numeric_limits<int32_t>::max() /
                                         (kLargestValue<Left> * kLargestValue<Right>);

// Returns the sums of products of a row of `count` values and each of kRowsAtOnce rows, `stride` values
// apart. Sums of uint32_t wrap around. Named sums instead of an array let compilers vectorize.
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

// Writes the sums of products of a row of `depth` values of Left and each of kRowsAtOnce consecutive rows of
// Right. The results go to `sums`, `stride` apart. Value is Right if that has no zero point.
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

// Most left rows that are kept at once, so that they and their results stay in cache.
inline constexpr int64_t kMostRowsKept = 256;

// Returns how many of `rows` left rows are kept at once.
inline int64_t RowsKept(int64_t depth, int64_t rows) {
  constexpr int64_t kMostValues = int64_t{1} << 17;
  return std::clamp<int64_t>(std::min(rows, kMostValues / std::max<int64_t>(depth, 1)), 1, kMostRowsKept);
}

// Sums of products of a few right rows and of consecutive left rows.
template <typename Sum>
struct SumsOfRows {
  int64_t first_left;
  int64_t lefts;
  int64_t first_right;
  int64_t rights;
  std::vector<Sum> sums;  // sums of a right row are consecutive

  // Returns the sums of right row `first_right` + `index`, in the order of the left rows.
  std::span<const Sum> Of(int64_t index) const {
    return std::span(sums).subspan(static_cast<size_t>(index * lefts), static_cast<size_t>(lefts));
  }
};

// Calls fn(SumsOfRows) until it has had all pairs of left and right rows. `gather(row, values)` reads a left
// row, of type `Left`, and writes its values.
template <typename Left, typename Right, typename Gather, typename Fn>
void ForEachSumOfProducts(int64_t rows, const IntegerRows<Right>& right, Gather gather, Fn fn) {
  // Pads rows with zeros to a multiple of the vector width.
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
