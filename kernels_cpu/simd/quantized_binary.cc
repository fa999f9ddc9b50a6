#include "kernels_cpu/simd/quantized_binary.h"

#include <algorithm>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/quantized_binary.cc"
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

// The end of each operator: brings the combined values to the output's scale, zero point and range.
class Finish {
 public:
  HWY_INLINE explicit Finish(const QuantizedPair& pair)
      : rescale_(Int32s(), pair.output),
        zero_point_(hn::Set(Int32s(), pair.output_zero_point)),
        min_(hn::Set(Int32s(), pair.range.min)),
        max_(hn::Set(Int32s(), pair.range.max)) {}

  HWY_INLINE Int32Vector operator()(Int32Vector combined) const {
    return hn::Min(hn::Max(hn::Add(rescale_(combined), zero_point_), min_), max_);
  }

 private:
  Rescaler<Int32s> rescale_;
  Int32Vector zero_point_;
  Int32Vector min_;
  Int32Vector max_;
};

// An operand that is rescaled before it is combined with the other one.
class RescaledOperand {
 public:
  HWY_INLINE RescaledOperand(const QuantizedPair& pair, size_t which)
      : zero_point_(hn::Set(Int32s(), pair.zero_points[which])),
        bits_(pair.bits),
        rescale_(Int32s(), pair.rescalings[which]) {}

  HWY_INLINE Int32Vector operator()(Int32Vector value) const {
    return rescale_(hn::ShiftLeftSame(hn::Sub(value, zero_point_), bits_));
  }

 private:
  Int32Vector zero_point_;
  int bits_;
  Rescaler<Int32s> rescale_;
};

// An operand of a product.
class PlainOperand {
 public:
  HWY_INLINE PlainOperand(const QuantizedPair& pair, size_t which)
      : zero_point_(hn::Set(Int32s(), pair.zero_points[which])) {}

  HWY_INLINE Int32Vector operator()(Int32Vector value) const { return hn::Sub(value, zero_point_); }

 private:
  Int32Vector zero_point_;
};

struct AddOperands {
  using Operand = RescaledOperand;
  static HWY_INLINE Int32Vector Combine(Int32Vector left, Int32Vector right) { return hn::Add(left, right); }
};
struct SubtractOperands {
  using Operand = RescaledOperand;
  static HWY_INLINE Int32Vector Combine(Int32Vector left, Int32Vector right) { return hn::Sub(left, right); }
};
struct SquareDifference {
  using Operand = RescaledOperand;
  static HWY_INLINE Int32Vector Combine(Int32Vector left, Int32Vector right) {
    const Int32Vector difference = hn::Sub(left, right);
    return hn::Mul(difference, difference);
  }
};
struct MultiplyOperands {
  using Operand = PlainOperand;
  static HWY_INLINE Int32Vector Combine(Int32Vector left, Int32Vector right) { return hn::Mul(left, right); }
};

// An operand of a run: a vector of values for each vector of outputs, or one for all of them.
template <bool kIsSingle, typename T, class Operand>
class Loader {
 public:
  HWY_INLINE Loader(const Operand& operand, const T* values)
      : operand_(operand),
        values_(values),
        single_(operand(hn::Set(Int32s(), kIsSingle ? int32_t{*values} : 0))) {}

  HWY_INLINE Int32Vector At(int64_t index) const {
    if constexpr (kIsSingle) return single_;
    return operand_(LoadIntegers(values_ + index));
  }

 private:
  Operand operand_;
  const T* values_;
  Int32Vector single_;
};

template <class Operator, bool kIsLeftSingle, bool kIsRightSingle, typename T>
void ComputeVectors(const QuantizedPair& pair, const BinaryRun<T>& run) {
  using Operand = typename Operator::Operand;
  const Loader<kIsLeftSingle, T, Operand> left(Operand(pair, 0), run.operands[0]);
  const Loader<kIsRightSingle, T, Operand> right(Operand(pair, 1), run.operands[1]);
  const Finish finish(pair);
  const auto compute = [&](int64_t index)
                           HWY_ATTR { return finish(Operator::Combine(left.At(index), right.At(index))); };
  // The last vector, which may have some values of the one before it, is computed first: those values may be
  // overwritten.
  const int64_t last = run.count - kInt32Lanes;
  const Int32Vector rest = compute(last);
  for (int64_t index = 0; index < last; index += kInt32Lanes) {
    StoreIntegers(compute(index), run.output + index);
  }
  StoreIntegers(rest, run.output + last);
}

// Computes a run that may be shorter than a vector.
template <class Operator, bool kIsLeftSingle, bool kIsRightSingle, typename T>
void ComputeRun(const QuantizedPair& pair, const BinaryRun<T>& run) {
  if (run.count >= kInt32Lanes) {
    ComputeVectors<Operator, kIsLeftSingle, kIsRightSingle>(pair, run);
    return;
  }
  std::array<T, kInt32Lanes> left = {};
  std::array<T, kInt32Lanes> right = {};
  std::array<T, kInt32Lanes> output;
  std::copy_n(run.operands[0], kIsLeftSingle ? 1 : run.count, left.begin());
  std::copy_n(run.operands[1], kIsRightSingle ? 1 : run.count, right.begin());
  ComputeVectors<Operator, kIsLeftSingle, kIsRightSingle>(
      pair, BinaryRun<T>{.operands = {left.data(), right.data()},
                         .are_single = run.are_single,
                         .count = kInt32Lanes,
                         .output = output.data()});
  std::copy_n(output.begin(), run.count, run.output);
}

template <class Operator, typename T>
void Compute(const QuantizedPair& pair, const BinaryRun<T>& run) {
  if (run.are_single[0]) {
    ComputeRun<Operator, true, false>(pair, run);
  } else if (run.are_single[1]) {
    ComputeRun<Operator, false, true>(pair, run);
  } else {
    ComputeRun<Operator, false, false>(pair, run);
  }
}

// Loops that compilers vectorize.
template <bool kIsMaximum, typename T>
void Select(const QuantizedPair&, const BinaryRun<T>& run) {
  const auto select = [](T left, T right)
                          HWY_ATTR { return kIsMaximum ? std::max(left, right) : std::min(left, right); };
  const T* const left = run.operands[run.are_single[0] ? 1 : 0];
  const T* const right = run.operands[run.are_single[0] ? 0 : 1];
  if (run.are_single[0] || run.are_single[1]) {
    for (int64_t i = 0; i < run.count; ++i) run.output[i] = select(left[i], *right);
  } else {
    for (int64_t i = 0; i < run.count; ++i) run.output[i] = select(left[i], right[i]);
  }
}

template <typename T>
QuantizedBinaryFunctions<T> FunctionsOfTarget() {
  return {&Compute<AddOperands, T>,
          &Compute<SubtractOperands, T>,
          &Compute<MultiplyOperands, T>,
          &Compute<SquareDifference, T>,
          &Select<true, T>,
          &Select<false, T>};
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

template <typename T>
QuantizedBinaryFunctions<T> QuantizedBinaryFunctionsFor(Isa isa) {
  LITEVK_TABLE_OF_TARGETS(QuantizedBinaryFunctions<T>(*)(), table, FunctionsOfTarget<T>);
  return table[static_cast<size_t>(isa)]();
}
template QuantizedBinaryFunctions<int8_t> QuantizedBinaryFunctionsFor(Isa isa);
template QuantizedBinaryFunctions<uint8_t> QuantizedBinaryFunctionsFor(Isa isa);
template QuantizedBinaryFunctions<int16_t> QuantizedBinaryFunctionsFor(Isa isa);

}  // namespace litevk::cpu
#endif
