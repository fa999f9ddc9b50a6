#include "kernels_cpu/simd/integer_tile.h"

#include <array>
#include <cstring>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/integer_pairs.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels_cpu/simd/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Integers = hn::ScalableTag<int32_t>;
using Vector = hn::Vec<Integers>;

namespace {

struct Multiplication {
  static HWY_INLINE Vector Add(Vector sums, Vector inputs, Vector weights) {
    const hn::Repartition<int16_t, Integers> d16;
    return AddPairs(sums, hn::BitCast(d16, inputs), hn::BitCast(d16, weights));
  }
};

#include "kernels_cpu/simd/integer_tile.inc"

}  // namespace

IntegerTileFunction PairsTileOfTarget() { return {kMaxRows, kPanel, &ComputeTile<>, false}; }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

IntegerTileFunction PairsTileFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(IntegerTileFunction(*)(), table, PairsTileOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
