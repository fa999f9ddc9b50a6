#include "kernels_cpu/simd/float_binary.h"

#include <algorithm>
#include <array>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/float_binary.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/float_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

// Defines a functor of two vectors.
#define LITEVK_PAIR_FUNCTION(Name, expression)             \
  struct Name {                                            \
    template <class V>                                     \
    HWY_INLINE V operator()(const V left, const V right) { \
      return expression;                                   \
    }                                                      \
  }
LITEVK_PAIR_FUNCTION(SumOfPair, hn::Add(left, right));
LITEVK_PAIR_FUNCTION(DifferenceOfPair, hn::Sub(left, right));
LITEVK_PAIR_FUNCTION(MultipliedPair, hn::Mul(left, right));
LITEVK_PAIR_FUNCTION(QuotientOfPair, hn::Div(left, right));
LITEVK_PAIR_FUNCTION(LargerOfPair, GreaterOrSecond(left, right));
LITEVK_PAIR_FUNCTION(SmallerOfPair, LessOrSecond(left, right));
LITEVK_PAIR_FUNCTION(SquareOfPair, hn::Mul(hn::Sub(left, right), hn::Sub(left, right)));
LITEVK_PAIR_FUNCTION(SlopedOfPair,
                     hn::IfThenElse(hn::Ge(left, hn::Zero(hn::DFromV<V>())), left, hn::Mul(left, right)));
#undef LITEVK_PAIR_FUNCTION

template <class Function, bool kClamps, bool kLeftRepeats, bool kRightRepeats>
HWY_INLINE void ComputeRow(const FloatPairs& pairs, const float* left, const float* right, float* output) {
  const float min = pairs.min;
  const float max = pairs.max;
  const float only_left = *left;
  const float only_right = *right;
  ForEachPart(pairs.columns, [=](auto d, int64_t index) HWY_ATTR {
    const auto a = kLeftRepeats ? hn::Set(d, only_left) : hn::LoadU(d, left + index);
    const auto b = kRightRepeats ? hn::Set(d, only_right) : hn::LoadU(d, right + index);
    const auto result = Function()(a, b);
    hn::StoreU(kClamps ? ClampTo(d, min, max, result) : result, d, output + index);
  });
}

template <class Function, bool kClamps, bool kLeftRepeats = false, bool kRightRepeats = false>
HWY_NOINLINE void ComputeEachRow(const FloatPairs& pairs) {
  for (int64_t row = 0; row < pairs.rows; ++row) {
    ComputeRow<Function, kClamps, kLeftRepeats, kRightRepeats>(
        pairs, pairs.left.values + row * pairs.left.row_stride,
        pairs.right.values + row * pairs.right.row_stride, pairs.output + row * pairs.columns);
  }
}

// Values of a short row that is written several times behind itself.
constexpr int64_t kTile = 256;

// True if one operand has a short row for all rows of the other one, and copies of it pay off.
HWY_INLINE bool HasShortRow(const FloatPairs& pairs) {
  const auto is_dense = [&](const FloatRowsOperand& operand) {
    return !operand.repeats && operand.row_stride == pairs.columns;
  };
  const auto is_one_row = [](const FloatRowsOperand& operand) {
    return !operand.repeats && operand.row_stride == 0;
  };
  return pairs.columns <= kTile / 4 && pairs.rows * pairs.columns >= 4 * kTile &&
         ((is_dense(pairs.left) && is_one_row(pairs.right)) ||
          (is_one_row(pairs.left) && is_dense(pairs.right)));
}

// Copies the short row behind itself, so that several rows are computed as one.
template <class Function, bool kClamps>
void ComputeShortRows(FloatPairs pairs) {
  HWY_ALIGN std::array<float, kTile> tile;
  const int64_t length = kTile / pairs.columns * pairs.columns;
  FloatRowsOperand& copied = pairs.left.row_stride == 0 ? pairs.left : pairs.right;
  FloatRowsOperand& dense = pairs.left.row_stride == 0 ? pairs.right : pairs.left;
  for (int64_t index = 0; index < length; index += pairs.columns) {
    std::copy_n(copied.values, pairs.columns, tile.begin() + index);
  }
  const int64_t rest = pairs.rows * pairs.columns % length;
  pairs.rows = pairs.rows * pairs.columns / length;
  pairs.columns = length;
  copied.values = tile.data();
  dense.row_stride = length;
  ComputeEachRow<Function, kClamps>(pairs);
  dense.values += pairs.rows * length;
  pairs.output += pairs.rows * length;
  pairs.rows = 1;
  pairs.columns = rest;
  if (rest > 0) ComputeEachRow<Function, kClamps>(pairs);
}

template <class Function, bool kClamps>
void ComputePairs(const FloatPairs& pairs) {
  if (HasShortRow(pairs)) {
    ComputeShortRows<Function, kClamps>(pairs);
  } else if (pairs.left.repeats) {
    ComputeEachRow<Function, kClamps, true, false>(pairs);
  } else if (pairs.right.repeats) {
    ComputeEachRow<Function, kClamps, false, true>(pairs);
  } else {
    ComputeEachRow<Function, kClamps>(pairs);
  }
}

FloatBinaryFunctions FloatBinaryFunctionsOfTarget() {
  return {.add = &ComputePairs<SumOfPair, true>,
          .subtract = &ComputePairs<DifferenceOfPair, true>,
          .multiply = &ComputePairs<MultipliedPair, true>,
          .divide = &ComputePairs<QuotientOfPair, true>,
          .maximum = &ComputePairs<LargerOfPair, false>,
          .minimum = &ComputePairs<SmallerOfPair, false>,
          .squared_difference = &ComputePairs<SquareOfPair, false>,
          .multiply_negative = &ComputePairs<SlopedOfPair, false>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

FloatBinaryFunctions FloatBinaryFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(FloatBinaryFunctions(*)(), table, FloatBinaryFunctionsOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
