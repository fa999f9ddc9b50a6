#include "kernels_cpu/simd/requantize.h"

#include <algorithm>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/requantize.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels_cpu/simd/fixed_point-inl.h"
#include "kernels_cpu/simd/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::ScalableTag<double>;

HWY_INLINE Int32Vector ToRange(Int32Vector value, const RequantizedRange& range) {
  const Int32s d;
  const Int32Vector moved = hn::Add(value, hn::Set(d, range.zero_point));
  return hn::Min(hn::Max(moved, hn::Set(d, range.min)), hn::Set(d, range.max));
}

// Stores the first `count` values of a vector.
template <typename T>
HWY_INLINE void Store(Int32Vector values, int64_t count, T* to) {
  if (count >= kInt32Lanes) {
    StoreIntegers(values, to);
    return;
  }
  T lanes[kInt32Lanes];
  StoreIntegers(values, lanes);
  std::copy_n(lanes, count, to);
}

template <typename T>
void RequantizeFixedPoint(const int32_t* sums, int64_t count, const FixedPointChannels& channels,
                          const RequantizedRange& range, T* to) {
  const Int32s d;
  for (int64_t i = 0; i < count; i += kInt32Lanes) {
    const LaneRescaler<Int32s> rescale(d, channels.multipliers + i, channels.left + i, channels.right + i);
    Store(ToRange(rescale(hn::LoadU(d, sums + i)), range), count - i, to + i);
  }
}

// Rounds ties away from zero like RoundsUp: adding -1 to negative products turns their ties over.
template <typename T>
void RequantizeShrinking(const int32_t* sums, int64_t count, const ShrinkingChannels& channels,
                         const RequantizedRange& range, T* to) {
  const Int32s d;
  const auto min = hn::Set(d, range.min);
  const auto max = hn::Set(d, range.max);
  for (int64_t i = 0; i < count; i += kInt32Lanes) {
    const Int32Vector product =
        MultiplyRounded(hn::LoadU(d, sums + i), hn::LoadU(d, channels.multipliers + i),
                        hn::LoadU(d, channels.multipliers + i + 1));
    const Int32Vector moved =
        hn::Add(hn::Add(product, hn::LoadU(d, channels.offsets + i)), hn::ShiftRight<31>(product));
    const Int32Vector value = hn::Shr(moved, hn::LoadU(d, channels.right + i));
    Store(hn::Min(hn::Max(value, min), max), count - i, to + i);
  }
}

// Returns the products, rounded with ties away from zero.
HWY_INLINE hn::Vec<Doubles> RoundedMultiples(hn::Vec<Doubles> sums, hn::Vec<Doubles> multipliers) {
  const Doubles d;
  const auto value = hn::Mul(sums, multipliers);
  const auto whole = hn::Trunc(value);
  const auto step = hn::CopySign(hn::Set(d, 1.0), value);
  const auto is_tie_or_above = hn::Ge(hn::Abs(hn::Sub(value, whole)), hn::Set(d, 0.5));
  const auto rounded = hn::Add(whole, hn::IfThenElseZero(is_tie_or_above, step));
  const auto lowest = hn::Set(d, -2147483648.0);
  const auto fits = hn::And(hn::Ge(rounded, lowest), hn::Lt(rounded, hn::Set(d, 2147483648.0)));
  return hn::IfThenElse(fits, rounded, lowest);
}

template <typename T>
void RequantizeByDouble(const int32_t* sums, int64_t count, const double* multipliers,
                        const RequantizedRange& range, T* to) {
  const Int32s d;
  const Doubles d64;
  const hn::Half<Int32s> half;
  for (int64_t i = 0; i < count; i += kInt32Lanes) {
    const Int32Vector sum = hn::LoadU(d, sums + i);
    const auto low =
        RoundedMultiples(hn::PromoteTo(d64, hn::LowerHalf(half, sum)), hn::LoadU(d64, multipliers + i));
    const auto high = RoundedMultiples(hn::PromoteTo(d64, hn::UpperHalf(half, sum)),
                                       hn::LoadU(d64, multipliers + i + kInt32Lanes / 2));
    const Int32Vector value = hn::Combine(d, hn::DemoteTo(half, high), hn::DemoteTo(half, low));
    Store(ToRange(value, range), count - i, to + i);
  }
}

template <typename T>
RequantizeFunctions<T> FunctionsOfTarget() {
  return {&RequantizeFixedPoint<T>, &RequantizeShrinking<T>, &RequantizeByDouble<T>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
RequantizeFunctions<T> RequantizeFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(RequantizeFunctions<T>(*)(), table, FunctionsOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template RequantizeFunctions<int8_t> RequantizeFor(Isa isa);
template RequantizeFunctions<uint8_t> RequantizeFor(Isa isa);
template RequantizeFunctions<int16_t> RequantizeFor(Isa isa);

}  // namespace litevk::cpu
#endif
