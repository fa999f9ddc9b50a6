#include "kernels_cpu/simd/quantization.h"

#include <limits>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/quantization.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/fixed_point-inl.h"
#include "kernels_cpu/simd/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::Rebind<float, Int32s>;

// Rounds to the nearest integer, ties away from zero. A NaN and what is beyond 32 bits become the lowest one.
HWY_INLINE Int32Vector RoundToInt32(hn::Vec<Floats> value) {
  constexpr float kBelowHalf = 0x1.fffffep-2F;  // 0.5 itself would round up 0.5 less the last bit
  const Floats d;
  const auto raised = hn::Add(value, hn::CopySign(hn::Set(d, kBelowHalf), value));
  const auto is_in_range = hn::RebindMask(Int32s(), hn::Lt(raised, hn::Set(d, 0x1p31F)));
  return hn::IfThenElse(is_in_range, hn::ConvertTo(Int32s(), raised),
                        hn::Set(Int32s(), std::numeric_limits<int32_t>::min()));
}

template <typename T>
void Quantize(const float* input, int64_t count, const AffineChannels::Channel& channel, T* output) {
  const Floats d;
  const auto scale = hn::Set(d, channel.scale);
  const auto zero_point = hn::Set(Int32s(), channel.zero_point);
  ForEachInt32Vector(input, count, output, [=](const float* from, T* to) HWY_ATTR {
    const auto steps = RoundToInt32(hn::Div(hn::LoadU(d, from), scale));
    StoreIntegers(hn::Add(steps, zero_point), to);
  });
}

template <typename T>
void Dequantize(const T* input, int64_t count, const AffineChannels::Channel& channel, float* output) {
  const Floats d;
  const auto scale = hn::Set(d, channel.scale);
  const auto zero_point = hn::Set(Int32s(), channel.zero_point);
  ForEachInt32Vector(input, count, output, [=](const T* from, float* to) HWY_ATTR {
    const auto steps = hn::ConvertTo(d, hn::Sub(LoadIntegers(from), zero_point));
    hn::StoreU(hn::Mul(scale, steps), d, to);
  });
}

template <typename T>
void Requantize(const int16_t* input, int64_t count, const Requantization& steps, T* output) {
  const Int32s d;
  const auto from_zero_point = hn::Set(d, steps.from_zero_point);
  const auto to_zero_point = hn::Set(d, steps.to_zero_point);
  const Rescaler<Int32s> rescale(d, steps.multiplier);
  ForEachInt32Vector(input, count, output, [=](const int16_t* from, T* to) HWY_ATTR {
    const auto value = rescale(hn::Sub(LoadIntegers(from), from_zero_point));
    StoreIntegers(hn::Add(value, to_zero_point), to);
  });
}

template <typename T>
QuantizationFunctions<T> FunctionsOfTarget() {
  return {&Quantize<T>, &Dequantize<T>, &Requantize<T>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
QuantizationFunctions<T> QuantizationFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(QuantizationFunctions<T>(*)(), table, FunctionsOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template QuantizationFunctions<int8_t> QuantizationFunctionsFor(Isa isa);
template QuantizationFunctions<uint8_t> QuantizationFunctionsFor(Isa isa);
template QuantizationFunctions<int16_t> QuantizationFunctionsFor(Isa isa);

}  // namespace litevk::cpu
#endif
