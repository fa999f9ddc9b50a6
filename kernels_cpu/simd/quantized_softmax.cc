#include "kernels_cpu/simd/quantized_softmax.h"

#include <algorithm>
#include <limits>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/quantized_softmax.cc"
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

template <typename T>
T Largest(const T* values, int64_t count) {
  const Int32s d;
  T largest = *values;
  int64_t index = 0;
  if (count >= kInt32Lanes) {
    Int32Vector best = LoadIntegers(values);
    for (; index + kInt32Lanes <= count; index += kInt32Lanes) {
      best = hn::Max(best, LoadIntegers(values + index));
    }
    largest = static_cast<T>(hn::GetLane(hn::MaxOfLanes(d, best)));
  }
  for (; index < count; ++index) largest = std::max(largest, values[index]);
  return largest;
}

template <typename Out>
void RescalePowers(const int32_t* powers, int64_t count, const FixedPoint& inverse, Out* output) {
  const Int32s d;
  const auto lowest = hn::Set(d, int32_t{std::numeric_limits<Out>::min()});
  const Rescaler<Int32s> rescale(d, inverse);
  ForEachInt32Vector(powers, count, output, [=](const int32_t* from, Out* to) HWY_ATTR {
    StoreIntegers(hn::Add(rescale(hn::LoadU(d, from)), lowest), to);
  });
}

template <typename T, typename Out>
SoftmaxFunctions<T, Out> FunctionsOfTarget() {
  return {&Largest<T>, &RescalePowers<Out>};
}
// Macros take no commas.
SoftmaxFunctions<int8_t, int8_t> Int8Functions() { return FunctionsOfTarget<int8_t, int8_t>(); }
SoftmaxFunctions<uint8_t, uint8_t> UInt8Functions() { return FunctionsOfTarget<uint8_t, uint8_t>(); }
SoftmaxFunctions<int8_t, int16_t> Int8ToInt16Functions() { return FunctionsOfTarget<int8_t, int16_t>(); }

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <>
SoftmaxFunctions<int8_t, int8_t> SoftmaxFunctionsFor(Isa isa) {
  using Function = SoftmaxFunctions<int8_t, int8_t> (*)();
  LITEVK_TABLE_OF_TARGETS(Function, table, Int8Functions);
  return table[static_cast<size_t>(isa)]();
}

template <>
SoftmaxFunctions<uint8_t, uint8_t> SoftmaxFunctionsFor(Isa isa) {
  using Function = SoftmaxFunctions<uint8_t, uint8_t> (*)();
  LITEVK_TABLE_OF_TARGETS(Function, table, UInt8Functions);
  return table[static_cast<size_t>(isa)]();
}

template <>
SoftmaxFunctions<int8_t, int16_t> SoftmaxFunctionsFor(Isa isa) {
  using Function = SoftmaxFunctions<int8_t, int16_t> (*)();
  LITEVK_TABLE_OF_TARGETS(Function, table, Int8ToInt16Functions);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
