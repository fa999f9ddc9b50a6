#include "runtime/opset/quantized/fixed_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "runtime/opset/quantized/wide_multiplier_between.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

// A sum of products, the scale of its weights, and the int8 result of a 1x1 CONV_2D. The results are from
// ai-edge-litert 2.3.0's reference kernels (BUILTIN_REF), with the scales below and zero points of 0.
//
// Most results would differ if the multiplication and the shift were rounded once. Those with scales above
// 2^31 would differ if the left shift were not taken modulo 32.
struct Figure {
  int32_t sum;
  float weights_scale;
  int integer;
};
constexpr float kInputScale = 0.0375F;
constexpr float kOutputScale = 0.0521F;
constexpr Figure kFigures[] = {
    {1352700922, 9.74426486e-13F, 0},
    {1025619948, 7.4310664e-13F, 0},
    {-1122774559, 1.18348343e-12F, 0},
    {std::numeric_limits<int32_t>::lowest(), 1.61692229e-10F, 0},
    {std::numeric_limits<int32_t>::lowest(), 1.57856617e-10F, 0},
    {std::numeric_limits<int32_t>::lowest(), 1.42289944e-10F, 0},
    {std::numeric_limits<int32_t>::lowest(), 2.70047984e-10F, 0},
    {2147483647, 2.06942893e-10F, 0},
    {2147483647, 3.48869933e-10F, 1},
    {2147483647, 4.46925524e-10F, 1},
    {std::numeric_limits<int32_t>::lowest(), 4.65209787e-10F, -1},
    {std::numeric_limits<int32_t>::lowest(), 8.05187583e-10F, -1},
    {-741269643, 9.37130817e-10F, -1},
    {-702798943, 9.88428672e-10F, -1},
    {1212825415, 4.4103075e-08F, 39},
    {-307149155, 5.20181551e-08F, -12},
    {-1979914485, 6.56102372e-08F, -94},
    {8451327, 6.65788866e-06F, 41},
    {-15573409, 7.27076895e-06F, -82},
    {-64540, 0.000785719254F, -37},
    {118780, 0.000766130222F, 66},
    {-57767, 0.00102214795F, -43},
    {-1193, 0.0355177708F, -31},
    {-249, 0.0250965357F, -5},
    {2076, 0.0357988328F, 54},
    {-518, 0.256078005F, -96},
    {83, 0.224697351F, 14},
    {-693, 0.201368287F, -101},
    {-15, 0.413854241F, -5},
    {211, 0.614972889F, 94},
    {56, 0.532676995F, 22},
    {-77, 1.06057012F, -59},
    {-70, 0.903600097F, -46},
    {133, 1.09220135F, 105},
    {-23, 1.86276507F, -31},
    {-77, 1.68294024F, -93},
    {7, 2.73800397F, 14},
    {-26, 4.07805252F, -76},
    {-38, 3.01007771F, -82},
    {16, 5.50425816F, 63},
    {-6, 22.5821152F, -98},
    {-560872342, 4.55564288e+09F, -128},
    {219844476, 8.48103629e+09F, 127},
    {56329382, 1.00491343e+12F, 127},
    {-151815071, 7.86433573e+11F, -128},
    {1237104107, 1.23107541e+12F, -128},
};

TEST(FixedPoint, RoundsAsTheReferenceKernelsDo) {
  for (const Figure& figure : kFigures) {
    const auto multipliers =
        MultipliersOf({{kInputScale}, {0}}, {{figure.weights_scale}, {0}}, {{kOutputScale}, {0}}, 1);
    const int32_t integer = std::clamp(Rescale(figure.sum, multipliers[0]), -128, 127);
    EXPECT_EQ(integer, figure.integer) << figure.sum << " of scale " << figure.weights_scale;
  }
}

TEST(FixedPoint, IsAFractionAndAShift) {
  const auto is = [](double rescaling, int32_t multiplier, int32_t left, int32_t right) {
    const FixedPoint found = ToFixedPoint(rescaling);
    EXPECT_EQ(found.multiplier, multiplier) << rescaling;
    EXPECT_EQ(found.left, left) << rescaling;
    EXPECT_EQ(found.right, right) << rescaling;
  };
  constexpr int32_t kHalf = 1 << 30;
  is(0, 0, 0, 0);
  is(0.5, kHalf, 0, 0);
  is(1, kHalf, 1, 0);
  is(0.75, kHalf + kHalf / 2, 0, 0);
  is(0.125, kHalf, 0, 2);
  is(6, kHalf + kHalf / 2, 3, 0);
  // The fraction rounds up to 1.
  is(1 - 1e-12, kHalf, 1, 0);
  // Below 2^-32 nothing of an int32 would be left.
  is(0x1p-32, kHalf, 0, 31);
  is(0x1p-33, 0, 0, 0);
  is(0x1p30, kHalf, 31, 0);
  is(0x1p32, kHalf, 1, 0);
}

TEST(FixedPoint, TiesGoAwayFromZeroInTheShiftAndUpInTheProduct) {
  const FixedPoint quarter = ToFixedPoint(0.25);  // multiplication by a half, then a right shift by one
  EXPECT_EQ(Rescale(2, quarter), 1);
  EXPECT_EQ(Rescale(-2, quarter), -1);
  EXPECT_EQ(Rescale(1, quarter), 1);  // 0.5 rounds to 1, and half of that to 1 again
  const FixedPoint half = ToFixedPoint(0.5);
  EXPECT_EQ(Rescale(1, half), 1);
  EXPECT_EQ(Rescale(-1, half), 0);
}

TEST(FixedPoint, WrapsAround) {
  // Multiplying by 2 shifts left by 2 and halves: no bit of the value is left after the shift.
  EXPECT_EQ(Rescale(1 << 30, ToFixedPoint(2)), 0);
  EXPECT_EQ(Rescale(std::numeric_limits<int32_t>::lowest(), ToFixedPoint(0.5)), -(1 << 30));
}

// Results of Rescale64's formula in unbounded integers, for sums beyond 32 bits and next to ties.
TEST(FixedPoint, RescalesSumsOf64Bits) {
  EXPECT_EQ(Rescale64(int64_t{1} << 40, ToFixedPoint(0.75 / (1 << 20))), 786432);
  EXPECT_EQ(Rescale64(-(int64_t{1} << 40), ToFixedPoint(0.75 / (1 << 20))), -786432);
  EXPECT_EQ(Rescale64(3, ToFixedPoint(0.5)), 2);
  EXPECT_EQ(Rescale64(-3, ToFixedPoint(0.5)), -1);
  EXPECT_EQ(Rescale64(1000003, ToFixedPoint(0.1)), 99999);
  EXPECT_EQ(Rescale64(100, ToFixedPoint(1.0 - 1e-9)), 100);
  EXPECT_EQ(Rescale64(25, ToFixedPoint(100.0)), 2500);
}

TEST(FixedPoint, TakesAScaleForEachChannel) {
  const auto multipliers = MultipliersOf({{2}, {0}}, {{0.25F, 0.125F}, {0, 0}}, {{0.5F}, {0}}, 2);
  EXPECT_EQ(multipliers[0].left, 1);
  EXPECT_EQ(multipliers[1].left, 0);
  const auto alike = MultipliersOf({{2}, {0}}, {{0.25F}, {0}}, {{0.5F}, {0}}, 2);
  EXPECT_EQ(alike[1].left, 1);
}

ir::Tensor Int8(float scale, int zero_point) {
  ir::Tensor tensor;
  tensor.type = ir::DataType::kInt8;
  tensor.quantization = {{scale}, {zero_point}};
  return tensor;
}

TEST(QuantizedRange, OfActivations) {
  const ir::Tensor output = Int8(0.1F, -20);
  const auto is = [&](int activation, int32_t min, int32_t max) {
    const auto range = QuantizedRangeOf(activation, output);
    ASSERT_TRUE(range.ok());
    EXPECT_EQ(range->min, min) << activation;
    EXPECT_EQ(range->max, max) << activation;
  };
  is(abi::kTfLiteActNone, -128, 127);
  is(abi::kTfLiteActRelu, -20, 127);
  is(abi::kTfLiteActRelu6, -20, 40);
  is(abi::kTfLiteActReluN1To1, -30, -10);
  is(abi::kTfLiteActTanh, -128, 127);
}

TEST(QuantizedRange, NeedsBoundsOf32Bits) {
  const auto range = QuantizedRangeOf(abi::kTfLiteActRelu6, Int8(1e-10F, 0));
  ASSERT_FALSE(range.ok());
  EXPECT_NE(range.status().message().find("too small for the fused activation"), std::string::npos);
  EXPECT_TRUE(QuantizedRangeOf(abi::kTfLiteActRelu, Int8(1e-10F, 0)).ok());
}

TEST(QuantizedRange, TellsTheScaleInFull) {
  const auto range = QuantizedRangeOf(abi::kTfLiteActRelu6, Int8(3.59e-43F, 0));
  ASSERT_FALSE(range.ok());
  EXPECT_NE(range.status().message().find("the scale 3.59e-43 of the output"), std::string::npos);
}

// TFLite compares with the largest int32 as a float, which is 2^31.
TEST(QuantizedRange, TakesBoundsOf2To31AsTheLowestInteger) {
  const auto range = QuantizedRangeOf(abi::kTfLiteActReluN1To1, Int8(0x1p-31F, 5));
  ASSERT_TRUE(range.ok());
  EXPECT_EQ(range->min, -128);
  EXPECT_EQ(range->max, std::numeric_limits<int32_t>::min() + 5);
  const auto wrapped = QuantizedRangeOf(abi::kTfLiteActReluN1To1, Int8(0x1p-31F, -5));
  ASSERT_TRUE(wrapped.ok());
  EXPECT_EQ(wrapped->min, std::numeric_limits<int32_t>::max() - 4);
  EXPECT_EQ(wrapped->max, 127);
}

// The processor takes the low five bits of a shift of 32 bits, and the low six of one of 64.
TEST(WideMultiplierBetween, CountsShiftsInSixBits) {
  EXPECT_EQ(WideMultiplierBetween(0x1p33F, 1).left, 34);
  EXPECT_EQ(ToFixedPoint(0x1p33).left, 34 - 32);
  EXPECT_EQ(WideMultiplierBetween(1, 0x1p-70F).left, 71 - 64);
  EXPECT_EQ(WideMultiplierBetween(0.75F, 2).multiplier, ToFixedPoint(0.375).multiplier);
}

TEST(MultipliersOf, ScaleOfZeros) {
  const ir::Quantization input{{0.5F}, {0}, 0};
  const ir::Quantization weights{{0.0F, 3.59e-43F, 0.25F}, {0}, 0};
  const auto multipliers = MultipliersOf(input, weights, {{0.5F}, {0}, 0}, 3);
  EXPECT_EQ(multipliers[0].multiplier, 0);
  EXPECT_EQ(multipliers[1].multiplier, 0);
  EXPECT_NE(multipliers[2].multiplier, 0);
  for (const FixedPoint& rescaling : MultipliersOf(input, weights, {{0.0F}, {0}, 0}, 3)) {
    EXPECT_EQ(rescaling.multiplier, 0) << "an infinity and a NaN are 0 too";
  }
}

}  // namespace
}  // namespace litevk
