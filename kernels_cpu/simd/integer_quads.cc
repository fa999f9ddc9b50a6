#include "kernels_cpu/simd/integer_tile.h"

#include <array>
#include <cstring>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/integer_quads.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

// Highway 1.0.3 has no targets with dot products of four bytes, so they are added to those without.
#undef LITEVK_QUADS_TARGET
#if HWY_TARGET == HWY_AVX2
#define LITEVK_QUADS_TARGET HWY_TARGET_STR ",avxvnni"
#elif HWY_TARGET == HWY_AVX3
#define LITEVK_QUADS_TARGET HWY_TARGET_STR ",avx512vnni"
#elif HWY_TARGET == HWY_NEON && HWY_ARCH_ARM_A64
#define LITEVK_QUADS_TARGET "arch=armv8.2-a+dotprod"
#endif

#ifdef LITEVK_QUADS_TARGET
HWY_PUSH_ATTRIBUTES(LITEVK_QUADS_TARGET)
namespace litevk::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Integers = hn::ScalableTag<int32_t>;
using Vector = hn::Vec<Integers>;

namespace {

struct Multiplication {
  static HWY_INLINE Vector Add(Vector sums, Vector inputs, Vector weights) {
#if HWY_TARGET == HWY_AVX3
    return Vector{_mm512_dpbusd_epi32(sums.raw, inputs.raw, weights.raw)};
#elif HWY_TARGET == HWY_AVX2
    return Vector{_mm256_dpbusd_avx_epi32(sums.raw, inputs.raw, weights.raw)};
#else
    return Vector(vdotq_s32(sums.raw, vreinterpretq_s8_s32(inputs.raw), vreinterpretq_s8_s32(weights.raw)));
#endif
  }
};

#include "kernels_cpu/simd/integer_tile.inc"

}  // namespace

IntegerTileFunction QuadsTileOfTarget() { return {kMaxRows, kPanel, &ComputeTile<>, HWY_ARCH_X86 != 0}; }

}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_POP_ATTRIBUTES
#endif

#if HWY_ONCE
namespace litevk::cpu {

IntegerTileFunction QuadsTileFor(Isa isa) {
  constexpr std::array<IntegerTileFunction (*)(), kIsaCount> table = {
#if defined(__x86_64__)
    nullptr,
    nullptr,
    &N_AVX2::QuadsTileOfTarget,
    nullptr,
    &N_AVX3::QuadsTileOfTarget,
    nullptr,
    nullptr
  };
#else
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    &HWY_NAMESPACE::QuadsTileOfTarget
  };
#endif
  const auto function = table[static_cast<size_t>(isa)];
  return function == nullptr ? IntegerTileFunction{} : function();
}

}  // namespace litevk::cpu
#endif
