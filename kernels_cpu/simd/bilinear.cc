#include "kernels_cpu/simd/bilinear.h"

#include <array>

#include "kernels_cpu/simd/targets.h"
#include "runtime/opset/ops/resize_bilinear.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/bilinear.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/float_vectors-inl.h"
#include "kernels_cpu/simd/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

void BlendFloats(const BilinearCorners<float>& corners) {
  const float low_low = (1 - corners.y) * (1 - corners.x);
  const float up_low = corners.y * (1 - corners.x);
  const float low_up = (1 - corners.y) * corners.x;
  const float up_up = corners.y * corners.x;
  ForEachPart(corners.channels, [=, &corners](auto d, int64_t channel) HWY_ATTR {
    auto sum = hn::Mul(hn::LoadU(d, corners.low_low + channel), hn::Set(d, low_low));
    sum = hn::MulAdd(hn::LoadU(d, corners.up_low + channel), hn::Set(d, up_low), sum);
    sum = hn::MulAdd(hn::LoadU(d, corners.low_up + channel), hn::Set(d, low_up), sum);
    sum = hn::MulAdd(hn::LoadU(d, corners.up_up + channel), hn::Set(d, up_up), sum);
    hn::StoreU(sum, d, corners.output + channel);
  });
}

// Calls blend(corners) for a vector of channels of each corner at a time. Channels that fill no vector are
// copied.
template <typename T, class Blend>
HWY_INLINE void ForEachVector(const BilinearCorners<T>& corners, const Blend& blend) {
  int64_t channel = 0;
  for (; channel + kInt32Lanes <= corners.channels; channel += kInt32Lanes) {
    StoreIntegers(blend(corners.low_low + channel, corners.up_low + channel, corners.low_up + channel,
                        corners.up_up + channel),
                  corners.output + channel);
  }
  const int64_t left = corners.channels - channel;
  if (left == 0) return;
  using Lanes = std::array<T, kInt32Lanes>;
  const auto copy = [&](const T* pixel) {
    Lanes lanes = {};
    std::copy_n(pixel + channel, left, lanes.begin());
    return lanes;
  };
  const Lanes low_low = copy(corners.low_low);
  const Lanes up_low = copy(corners.up_low);
  const Lanes low_up = copy(corners.low_up);
  const Lanes up_up = copy(corners.up_up);
  Lanes results;
  StoreIntegers(blend(low_low.data(), up_low.data(), low_up.data(), up_up.data()), results.data());
  std::copy_n(results.begin(), left, corners.output + channel);
}

// Rounds ties away from zero. A weight may exceed 1, so that sums may wrap around; the result fits.
void BlendInt8(const BilinearCorners<int8_t>& corners) {
  constexpr int kShift = 20;
  static_assert(kBilinearParts * kBilinearParts == 1 << kShift);
  const Int32s d;
  const auto weight = [&](int64_t y, int64_t x) { return hn::Set(d, static_cast<int32_t>(y * x)); };
  const int64_t low_y = kBilinearParts - corners.y;
  const int64_t low_x = kBilinearParts - corners.x;
  const Int32Vector weights[] = {weight(low_y, low_x), weight(corners.y, low_x), weight(low_y, corners.x),
                                 weight(corners.y, corners.x)};
  const auto half = hn::Set(d, 1 << (kShift - 1));
  ForEachVector(corners, [&](const int8_t* low_low, const int8_t* up_low, const int8_t* low_up,
                             const int8_t* up_up) HWY_ATTR {
    auto sum = hn::Mul(LoadIntegers(low_low), weights[0]);
    sum = hn::Add(sum, hn::Mul(LoadIntegers(up_low), weights[1]));
    sum = hn::Add(sum, hn::Mul(LoadIntegers(low_up), weights[2]));
    sum = hn::Add(sum, hn::Mul(LoadIntegers(up_up), weights[3]));
    const auto magnitude = hn::ShiftRight<kShift>(hn::Add(hn::Abs(sum), half));
    return hn::IfThenElse(hn::Lt(sum, hn::Zero(d)), hn::Neg(magnitude), magnitude);
  });
}

// Multiplies in the sequence of TFLite's kernel, and rounds ties up.
void BlendUint8(const BilinearCorners<uint8_t>& corners) {
  const hn::Rebind<float, Int32s> d;
  const auto y = hn::Set(d, corners.y);
  const auto x = hn::Set(d, corners.x);
  const auto low_y = hn::Set(d, 1 - corners.y);
  const auto low_x = hn::Set(d, 1 - corners.x);
  const auto product = [&](const uint8_t* values, auto of_y, auto of_x) HWY_ATTR {
    return hn::Mul(hn::Mul(hn::ConvertTo(d, LoadIntegers(values)), of_y), of_x);
  };
  ForEachVector(corners, [&](const uint8_t* low_low, const uint8_t* up_low, const uint8_t* low_up,
                             const uint8_t* up_up) HWY_ATTR {
    auto sum = hn::Add(product(low_low, low_y, low_x), product(up_low, y, low_x));
    sum = hn::Add(sum, product(low_up, low_y, x));
    sum = hn::Add(sum, product(up_up, y, x));
    return hn::ConvertTo(Int32s(), hn::Floor(hn::Add(sum, hn::Set(d, 0.5F))));
  });
}

template <typename T>
BlendFunction<T> FunctionOfTarget() {
  if constexpr (std::is_same_v<T, float>) return &BlendFloats;
  if constexpr (std::is_same_v<T, int8_t>) return &BlendInt8;
  if constexpr (std::is_same_v<T, uint8_t>) return &BlendUint8;
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
BlendFunction<T> BlendFunctionFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(BlendFunction<T>(*)(), table, FunctionOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template BlendFunction<float> BlendFunctionFor(Isa isa);
template BlendFunction<int8_t> BlendFunctionFor(Isa isa);
template BlendFunction<uint8_t> BlendFunctionFor(Isa isa);

}  // namespace litevk::cpu
#endif
