#include "kernels_cpu/simd/float_functions.h"

#include <algorithm>
#include <numbers>
#include <numeric>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/float_functions.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "hwy/contrib/math/math-inl.h"
#include "kernels_cpu/simd/float_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

HWY_INLINE Vector GeluOf(Vector x) {
  constexpr float kScale = static_cast<float>(1.0 / std::numbers::sqrt2);
  const Floats d;
  const Vector z = hn::Mul(hn::Abs(x), hn::Set(d, kScale));
  const Vector t = hn::Div(hn::Set(d, 1.0F), hn::MulAdd(hn::Set(d, 0.3275911F), z, hn::Set(d, 1.0F)));
  Vector sum = hn::Set(d, 1.061405429F);
  for (const float factor : {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) {
    sum = hn::MulAdd(sum, t, hn::Set(d, factor));
  }
  const Vector erfc = hn::Mul(hn::Mul(sum, t), hn::Exp(d, hn::Neg(hn::Mul(z, z))));
  const Vector factor = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), erfc, hn::Sub(hn::Set(d, 2.0F), erfc));
  return hn::Mul(hn::Mul(hn::Set(d, 0.5F), x), factor);
}

// (1 + tanh(u)) / 2 is 1 / (1 + exp(-2 u)), which keeps its digits where tanh(u) is near -1.
HWY_INLINE Vector GeluByTanhOf(Vector x) {
  constexpr auto kMinusTwiceScale = static_cast<float>(-2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
  const Floats d;
  const Vector square = hn::Mul(x, x);
  const Vector cubic = hn::MulAdd(hn::Mul(hn::Set(d, 0.044715F), square), x, x);
  const Vector exponent = hn::Mul(hn::Set(d, kMinusTwiceScale), cubic);
  const Vector one = hn::Set(d, 1.0F);
  const Vector factor = hn::Div(one, hn::Add(one, hn::Exp(d, exponent)));
  // The exponential of more than 88 is infinite. An infinite input times 0 is NaN, as in the plain loop.
  return hn::Mul(x, hn::IfThenElseZero(hn::Lt(exponent, hn::Set(d, 87.0F)), factor));
}

// Returns e^x. Highway's function returns 0 for a NaN, and is not defined far above the largest exponent.
HWY_INLINE Vector ExpOf(Vector x) {
  const Floats d;
  const Vector infinite = hn::Set(d, 89.0F);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::Exp(d, hn::Min(x, infinite)));
}

HWY_INLINE Vector LogisticOf(Vector x) {
  const Vector one = hn::Set(Floats(), 1.0F);
  return hn::Div(one, hn::Add(one, ExpOf(hn::Neg(x))));
}

HWY_INLINE Vector TanhOf(Vector x) { return hn::Tanh(Floats(), x); }

HWY_INLINE Vector EluOf(Vector x) {
  const Floats d;
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Expm1(d, x), x);
}

HWY_INLINE Vector SqrtOf(Vector x) { return hn::Sqrt(x); }

HWY_INLINE Vector RsqrtOf(Vector x) { return hn::Div(hn::Set(Floats(), 1.0F), hn::Sqrt(x)); }

HWY_INLINE Vector SquareOf(Vector x) { return hn::Mul(x, x); }

// Computes x * relu6(x + 3) / 6.
HWY_INLINE Vector HardSwishOf(Vector x) {
  const Floats d;
  const Vector six = hn::Set(d, 6.0F);
  const Vector gate = ClampTo(d, 0.0F, 6.0F, hn::Add(x, hn::Set(d, 3.0F)));
  return hn::Div(hn::Mul(x, gate), six);
}

HWY_INLINE Vector ReluOf(Vector x) { return GreaterOrSecond(hn::Zero(Floats()), x); }

// Clamps to a range of integers.
template <int kMin, int kMax>
HWY_INLINE Vector ClampedOf(Vector x) {
  return ClampTo(Floats(), static_cast<float>(kMin), static_cast<float>(kMax), x);
}

template <Vector (*kFunction)(Vector)>
void ApplyToAll(const float* input, int64_t count, float* output) {
  ForEachVector(
      input, count, 0.0F, [](Vector x) HWY_ATTR { return kFunction(x); },
      [output](Vector y, int64_t index, int64_t values) HWY_ATTR { StoreFirst(y, values, output + index); });
}

void LeakyRelu(const float* input, int64_t count, float alpha, float* output) {
  ForEachPart(count, [=](auto d, int64_t index) HWY_ATTR {
    const auto x = hn::LoadU(d, input + index);
    const auto below = hn::Mul(x, hn::Set(d, alpha));
    hn::StoreU(hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, below), d, output + index);
  });
}

void Softmax(const float* input, int64_t depth, float beta, float* output) {
  const Floats d;
  const float largest = *std::max_element(input, input + depth);
  const Vector factor = hn::Set(d, beta);
  const Vector offset = hn::Set(d, largest);
  Vector sums = hn::Zero(d);
  float rest = 0;  // the sum of the row's end
  ForEachVector(
      input, depth, largest,
      [factor, offset](Vector x) HWY_ATTR { return ExpOf(hn::Mul(hn::Sub(x, offset), factor)); },
      [output, &sums, &rest](Vector y, int64_t index, int64_t values) HWY_ATTR {
        StoreFirst(y, values, output + index);
        if (values == kLanes) {
          sums = hn::Add(sums, y);
        } else {
          rest = std::accumulate(output + index, output + index + values, rest);
        }
      });
  const Vector total = hn::Add(hn::SumOfLanes(d, sums), hn::Set(d, rest));
  ForEachVector(
      output, depth, 0.0F, [total](Vector x) HWY_ATTR { return hn::Div(x, total); },
      [output](Vector y, int64_t index, int64_t values) HWY_ATTR { StoreFirst(y, values, output + index); });
}

FloatFunctions FloatFunctionsOfTarget() {
  return {.gelu = &ApplyToAll<GeluOf>,
          .gelu_by_tanh = &ApplyToAll<GeluByTanhOf>,
          .exp = &ApplyToAll<ExpOf>,
          .logistic = &ApplyToAll<LogisticOf>,
          .tanh = &ApplyToAll<TanhOf>,
          .elu = &ApplyToAll<EluOf>,
          .sqrt = &ApplyToAll<SqrtOf>,
          .rsqrt = &ApplyToAll<RsqrtOf>,
          .square = &ApplyToAll<SquareOf>,
          .hard_swish = &ApplyToAll<HardSwishOf>,
          .relu = &ApplyToAll<ReluOf>,
          .relu6 = &ApplyToAll<ClampedOf<0, 6>>,
          .relu_0_to_1 = &ApplyToAll<ClampedOf<0, 1>>,
          .relu_n1_to_1 = &ApplyToAll<ClampedOf<-1, 1>>,
          .leaky_relu = &LeakyRelu,
          .softmax = &Softmax};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

FloatFunctions FloatFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(FloatFunctions(*)(), table, FloatFunctionsOfTarget);
  return table[static_cast<size_t>(isa)]();
}

}  // namespace litevk::cpu
#endif
