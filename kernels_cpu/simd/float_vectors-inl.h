// Shared parts of the files that compute vectors of floats: clamps, and the ends of rows. Included after
// hwy/foreach_target.h, which compiles a copy for each instruction set.
#if defined(LITEVK_KERNELS_CPU_SIMD_FLOAT_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LITEVK_KERNELS_CPU_SIMD_FLOAT_VECTORS_INL_H
#undef LITEVK_KERNELS_CPU_SIMD_FLOAT_VECTORS_INL_H
#else
#define LITEVK_KERNELS_CPU_SIMD_FLOAT_VECTORS_INL_H
#endif

#include <algorithm>
#include <array>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels_cpu/simd/targets.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;

constexpr int64_t kLanes = HWY_MAX_BYTES / sizeof(float);

// Returns a > b ? a : b: a NaN in either, and equal zeros, give b. So does the instruction of x86.
template <class V>
HWY_INLINE V GreaterOrSecond(V a, V b) {
#if HWY_ARCH_X86
  return hn::Max(a, b);
#else
  return hn::IfThenElse(hn::Gt(a, b), a, b);
#endif
}

// Returns a < b ? a : b.
template <class V>
HWY_INLINE V LessOrSecond(V a, V b) {
#if HWY_ARCH_X86
  return hn::Min(a, b);
#else
  return hn::IfThenElse(hn::Lt(a, b), a, b);
#endif
}

// Clamps as TFLite does: NaNs pass, and a zero keeps its sign.
template <class Tag>
HWY_INLINE hn::Vec<Tag> ClampTo(Tag d, float min, float max, hn::Vec<Tag> value) {
  return LessOrSecond(hn::Set(d, max), GreaterOrSecond(hn::Set(d, min), value));
}

// Stores the first `count` values of a vector: none if it is negative, all if it is more than these.
HWY_INLINE void StoreFirst(Vector value, int64_t count, float* to) {
  const Floats d;
  if (count >= kLanes) {
    hn::StoreU(value, d, to);
    return;
  }
  HWY_ALIGN std::array<float, kLanes> lanes;
  hn::Store(value, d, lanes.data());
  std::copy_n(lanes.begin(), std::max<int64_t>(count, 0), to);
}

// Calls fn(values, index) for each vector of a row, and store(result, index, count). Lanes behind the row's
// end are `filler`.
template <typename Fn, typename Store>
HWY_INLINE void ForEachVector(const float* input, int64_t count, float filler, const Fn& fn,
                              const Store& store) {
  const Floats d;
  int64_t index = 0;
  for (; index + kLanes <= count; index += kLanes) store(fn(hn::LoadU(d, input + index)), index, kLanes);
  if (index == count) return;
  HWY_ALIGN std::array<float, kLanes> rest;
  rest.fill(filler);
  std::copy(input + index, input + count, rest.begin());
  store(fn(hn::Load(d, rest.data())), index, count - index);
}

// Calls fn(tag, index) for all values of a row: as many as the tag has lanes from `index` on. These are whole
// vectors first, then four values each, then one.
template <typename Fn>
HWY_INLINE void ForEachPart(int64_t count, const Fn& fn) {
  const hn::CappedTag<float, 4> quarter;
  const hn::CappedTag<float, 1> one;
  int64_t index = 0;
  for (; index + kLanes <= count; index += kLanes) fn(Floats(), index);
  for (; index + 4 <= count; index += 4) fn(quarter, index);
  for (; index < count; ++index) fn(one, index);
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#endif
