// Sums of products of pairs of int16. For files that Highway compiles once for each instruction set: include
// it behind hwy/highway.h, like Highway's own -inl.h files.
#if defined(LITEVK_KERNELS_CPU_SIMD_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef LITEVK_KERNELS_CPU_SIMD_PAIRS_INL_H_
#undef LITEVK_KERNELS_CPU_SIMD_PAIRS_INL_H_
#else
#define LITEVK_KERNELS_CPU_SIMD_PAIRS_INL_H_
#endif

#include "hwy/highway.h"
#include "kernels_cpu/simd/targets.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

// Adds the two products of each pair to the sum of its lane, which wraps around.
template <class V32, class V16>
HWY_INLINE V32 AddPairs(V32 sums, V16 left, V16 right) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_ARCH_X86
  const hn::DFromV<V32> d;
  V32 unused = sums;
  return hn::ReorderWidenMulAccumulate(d, left, right, sums, unused);
#else
  // Highway adds other pairs on NEON.
  const int32x4_t low = vmull_s16(vget_low_s16(left.raw), vget_low_s16(right.raw));
  return V32(vaddq_s32(sums.raw, vpaddq_s32(low, vmull_high_s16(left.raw, right.raw))));
#endif
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#endif
