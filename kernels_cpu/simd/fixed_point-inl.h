// Rescale of runtime/opset/quantized/fixed_point.h, a vector of int32 at a time. For files that Highway
// compiles once for each instruction set: include it behind hwy/highway.h, like Highway's own -inl.h files.
#if defined(LITEVK_KERNELS_CPU_SIMD_FIXED_POINT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LITEVK_KERNELS_CPU_SIMD_FIXED_POINT_INL_H_
#undef LITEVK_KERNELS_CPU_SIMD_FIXED_POINT_INL_H_
#else
#define LITEVK_KERNELS_CPU_SIMD_FIXED_POINT_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "kernels_cpu/simd/targets.h"
#include "runtime/opset/quantized/fixed_point.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

// Returns (value * multiplier + 2^30) >> 31 for multipliers that are not negative. `multiplier_odd` has the
// multipliers of odd lanes in the even ones; its other lanes may have any values. Vectors have at least two
// lanes.
template <class V>
HWY_INLINE V MultiplyRounded(V value, V multiplier, V multiplier_odd) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::DFromV<V> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const hn::RebindToUnsigned<decltype(wide)> bits;
  const auto half = hn::Set(wide, int64_t{1} << (kMultiplierBits - 1));
  const V value_odd = hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(bits, value)));
  const auto even = hn::BitCast(bits, hn::Add(hn::MulEven(value, multiplier), half));
  const auto odd = hn::BitCast(bits, hn::Add(hn::MulEven(value_odd, multiplier_odd), half));
  // The result's 32 bits begin at bit 31. Those of the odd lanes move to the upper half.
  return hn::OddEven(hn::BitCast(d, hn::ShiftLeft<1>(odd)),
                     hn::BitCast(d, hn::ShiftRight<kMultiplierBits>(even)));
}

// Returns what rounding adds to value >> bits in RoundingShift: 1, as a mask of all bits, or 0. `mask` is
// 2^bits - 1.
template <class V>
HWY_INLINE V RoundsUp(V value, V mask) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::DFromV<V> d;
  const V threshold = hn::Sub(hn::ShiftRight<1>(mask), hn::ShiftRight<31>(value));
  return hn::VecFromMask(d, hn::Gt(hn::And(value, mask), threshold));
}

// Rescales by one multiplier for all lanes.
template <class D>
class Rescaler {
 public:
  using V = hwy::HWY_NAMESPACE::Vec<D>;

  HWY_INLINE Rescaler(D d, const FixedPoint& rescaling)
      : multiplier_(hwy::HWY_NAMESPACE::Set(d, rescaling.multiplier)),
        mask_(hwy::HWY_NAMESPACE::Set(d, static_cast<int32_t>((uint32_t{1} << rescaling.right) - 1))),
        left_(rescaling.left),
        right_(rescaling.right) {}

  HWY_INLINE V operator()(V value) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const V rounded = MultiplyRounded(hn::ShiftLeftSame(value, left_), multiplier_, multiplier_);
    return hn::Sub(hn::ShiftRightSame(rounded, right_), RoundsUp(rounded, mask_));
  }

 private:
  V multiplier_;
  V mask_;
  int left_;
  int right_;
};

// Rescales by a multiplier for each lane.
template <class D>
class LaneRescaler {
 public:
  using V = hwy::HWY_NAMESPACE::Vec<D>;

  // Reads as many multipliers and shifts as the vector has lanes.
  HWY_INLINE LaneRescaler(D d, const int32_t* multipliers, const int32_t* left, const int32_t* right)
      : LaneRescaler(hwy::HWY_NAMESPACE::LoadU(d, multipliers), hwy::HWY_NAMESPACE::LoadU(d, left),
                     hwy::HWY_NAMESPACE::LoadU(d, right)) {}

  HWY_INLINE LaneRescaler(V multiplier, V left, V right)
      : multiplier_(multiplier), multiplier_odd_(OddToEven(multiplier)), left_(left), right_(right) {
    namespace hn = hwy::HWY_NAMESPACE;
    const V one = hn::Set(D(), 1);
    mask_ = hn::Sub(hn::Shl(one, right), one);
  }

  HWY_INLINE V operator()(V value) const { return WithoutLeft(hwy::HWY_NAMESPACE::Shl(value, left_)); }

  // Rescales by multipliers without left shifts, as most layers have.
  HWY_INLINE V WithoutLeft(V value) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const V rounded = MultiplyRounded(value, multiplier_, multiplier_odd_);
    return hn::Sub(hn::Shr(rounded, right_), RoundsUp(rounded, mask_));
  }

 private:
  static HWY_INLINE V OddToEven(V lanes) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToUnsigned<hn::RepartitionToWide<D>> bits;
    return hn::BitCast(D(), hn::ShiftRight<32>(hn::BitCast(bits, lanes)));
  }

  V multiplier_;
  V multiplier_odd_;
  V left_;
  V right_;
  V mask_;
};

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#endif
