// Loads and stores of integers of 8 and 16 bits as vectors of int32. For files that Highway compiles once for
// each instruction set: include it behind hwy/highway.h, like Highway's own -inl.h files.
#if defined(LITEVK_KERNELS_CPU_SIMD_INTEGERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LITEVK_KERNELS_CPU_SIMD_INTEGERS_INL_H_
#undef LITEVK_KERNELS_CPU_SIMD_INTEGERS_INL_H_
#else
#define LITEVK_KERNELS_CPU_SIMD_INTEGERS_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hwy/highway.h"
#include "kernels_cpu/simd/targets.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

using Int32s = hwy::HWY_NAMESPACE::ScalableTag<int32_t>;
using Int32Vector = hwy::HWY_NAMESPACE::Vec<Int32s>;
inline constexpr int64_t kInt32Lanes = HWY_MAX_BYTES / sizeof(int32_t);

template <typename T>
HWY_INLINE Int32Vector LoadIntegers(const T* from) {
  namespace hn = hwy::HWY_NAMESPACE;
  return hn::PromoteTo(Int32s(), hn::LoadU(hn::Rebind<T, Int32s>(), from));
}

// Saturates.
template <typename T>
HWY_INLINE void StoreIntegers(Int32Vector values, T* to) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::Rebind<T, Int32s> d;
  if constexpr (std::is_unsigned_v<T>) {
    // Highway 1.0.3 drops bit 15 of values above 2^15 in place of saturating them.
    values = hn::Min(values, hn::Set(Int32s(), int32_t{std::numeric_limits<T>::max()}));
  }
  hn::StoreU(hn::DemoteTo(d, values), d, to);
}

// Calls compute(input, output) for pointers to kInt32Lanes values each, until all are computed. Some may be
// computed twice, so that the output may not overlap the input.
template <typename In, typename Out, class Compute>
HWY_INLINE void ForEachInt32Vector(const In* input, int64_t count, Out* output, const Compute& compute) {
  int64_t index = 0;
  for (; index + kInt32Lanes <= count; index += kInt32Lanes) compute(input + index, output + index);
  if (index == count) return;
  if (index > 0) {
    compute(input + count - kInt32Lanes, output + count - kInt32Lanes);
    return;
  }
  std::array<In, kInt32Lanes> some = {};
  std::array<Out, kInt32Lanes> results;
  std::copy_n(input, count, some.begin());
  compute(some.data(), results.data());
  std::copy_n(results.begin(), count, output);
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#endif
