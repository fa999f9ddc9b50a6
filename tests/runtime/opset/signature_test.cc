#include "runtime/opset/signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace litevk {
namespace {

using testing::HasSubstr;

constexpr std::array<std::string_view, 3> kInputNames = {"input", "filter", "bias"};
constexpr std::array<std::string_view, 1> kOutputNames = {"output"};

// An int8 convolution of two channels to three.
class ScalingTest : public testing::Test {
 protected:
  ScalingTest() {
    filter_.quantization = {{0.5F, 0.25F, 0.125F}, {0, 0, 0}, 0};
    bias_.type = ir::DataType::kInt32;
    bias_.dims = {3};
  }

  static ir::Tensor Number(ir::Shape dims) {
    ir::Tensor tensor;
    tensor.type = ir::DataType::kInt8;
    tensor.dims = std::move(dims);
    tensor.quantization = {{0.5F}, {3}, 0};
    return tensor;
  }
  std::string Check() const {
    const std::array<const ir::Tensor*, 3> inputs = {&input_, &filter_, &bias_};
    const std::array<const ir::Tensor*, 1> outputs = {&output_};
    EXPECT_TRUE(TypesMatch(signature_, inputs, outputs));
    return CheckScaling(signature_, inputs, outputs, kInputNames, kOutputNames).message();
  }

  Signature signature_ = {.inputs = {PerTensor(kInt8), PerChannel(kInt8, 0), OfProducts(kInt32)},
                          .outputs = {PerTensor(kInt8)},
                          .required_inputs = 2};
  ir::Tensor input_ = Number({1, 4, 4, 2});
  ir::Tensor filter_ = Number({3, 1, 1, 2});
  ir::Tensor bias_;
  ir::Tensor output_ = Number({1, 4, 4, 3});
};

TEST_F(ScalingTest, TakesAScaleForEachChannelOrOne) {
  EXPECT_EQ(Check(), "");
  filter_.quantization = {{0.5F}, {0}, 3};
  EXPECT_EQ(Check(), "");
  filter_.quantization = {{0.5F, 0.25F, 1.0F}, {0}, 0};
  EXPECT_EQ(Check(), "") << "one zero point for all channels";
}

TEST_F(ScalingTest, TakesAScaleOfZeros) {
  filter_.quantization = {{0.0F, 3.59e-43F, 1.0F}, {0}, 0};
  EXPECT_EQ(Check(), "");
  filter_.quantization.scales[1] = -1e-24F;
  EXPECT_EQ(Check(), "filter: a scale is -1e-24, expected finite ones that are not below 0");
}

TEST_F(ScalingTest, LooksAtZeroPointsAndAxesWhereKernelsDo) {
  filter_.dims = {3, 3, 1, 2};
  filter_.quantization = {{0.5F, 0.25F, 1.0F}, {4, 0, -3}, 1};
  EXPECT_EQ(Check(), "filter: zero point 4, expected 0");
  signature_.inputs[1] = WithAnyZeroPoint(PerChannel(kInt8, 0));
  EXPECT_EQ(Check(), "filter: scales along dim 1, expected one or one for each slice along dim 0");
  signature_.inputs[1] = WithAnyZeroPoint(AlongAnyAxis(PerChannel(kInt8, 0)));
  EXPECT_EQ(Check(), "");
  filter_.quantization.channel_axis = 2;
  EXPECT_EQ(Check(), "filter: scales along dim 2, expected one or one for each slice along dim 0");
}

TEST_F(ScalingTest, SaysWhichInputIsAbsent) {
  signature_.required_inputs = 3;
  const std::array<const ir::Tensor*, 3> inputs = {&input_, &filter_, nullptr};
  const std::array<const ir::Tensor*, 1> outputs = {&output_};
  EXPECT_EQ(MissingInput(signature_, std::span(inputs).first(2), outputs, kInputNames),
            "bias is absent, expected int32");
  EXPECT_EQ(MissingInput(signature_, inputs, outputs, kInputNames), "bias is absent, expected int32");
  output_.type = ir::DataType::kInt16;
  EXPECT_EQ(MissingInput(signature_, inputs, outputs, kInputNames), "") << "the types do not fit besides";
}

TEST_F(ScalingTest, DoesNotReadTheScaleOfSums) {
  bias_.quantization = {{123.0F}, {7}, 0};
  EXPECT_EQ(Check(), "");
}

TEST_F(ScalingTest, ComparesTheScaleOfSumsWhereTheSignatureAsksForIt) {
  signature_.inputs[2] = LikeProducts(kInt32);
  input_.quantization.scales = {0.5F};
  filter_.quantization = {{0.25F}, {0}, 0};
  bias_.quantization = {{0.125F}, {0}, 0};
  EXPECT_EQ(Check(), "");
  bias_.quantization.scales = {0.25F};
  EXPECT_THAT(Check(), HasSubstr("bias: scale 0.25, expected the product of the scales of"));
  bias_.quantization = {};
  EXPECT_THAT(Check(), HasSubstr("bias: scale 0, expected")) << "TFLite counts none as 0";
  filter_.quantization = {{0.25F, 0.25F, 0.25F}, {0, 0, 0}, 0};
  EXPECT_EQ(Check(), "") << "scales for each channel are not compared";
}

TEST_F(ScalingTest, TakesAZeroPointOfOneScaleOrNoneOfMany) {
  signature_.inputs[1] = PerTensorOrChannel(kInt8, 0);
  filter_.quantization = {{0.5F}, {5}, 0};
  EXPECT_EQ(Check(), "");
  filter_.quantization = {{0.5F}, {128}, 0};
  EXPECT_EQ(Check(), "filter: zero point 128 is none of int8");
  filter_.quantization = {{0.5F, 0.25F, 1.0F}, {0, 0, 0}, 0};
  EXPECT_EQ(Check(), "");
  filter_.quantization.zero_points = {0, 5, 0};
  EXPECT_EQ(Check(), "filter: zero point 5, expected 0");
}

TEST_F(ScalingTest, NeedsScales) {
  input_.quantization = {};
  EXPECT_EQ(Check(), "input: it has no scale");
  input_.quantization = {{0.5F}, {}, 0};
  EXPECT_EQ(Check(), "input: 1 scales and 0 zero points, expected one or as many");
  input_.quantization = {{0.5F}, {0}, 0};
  output_.quantization = {};
  EXPECT_EQ(Check(), "output: it has no scale");
}

TEST_F(ScalingTest, NeedsFiniteScalesThatAreNotNegative) {
  for (const float scale :
       {-1.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    output_.quantization.scales = {scale};
    EXPECT_THAT(Check(), HasSubstr("output: a scale is ")) << scale;
  }
}

TEST_F(ScalingTest, NeedsOneScaleForATensor) {
  input_.quantization = {{0.5F, 0.5F}, {0, 0}, 3};
  EXPECT_EQ(Check(), "input: 2 scales, expected one");
  input_.quantization = {{0.5F}, {128}, 0};
  EXPECT_EQ(Check(), "input: zero point 128 is none of int8");
}

TEST_F(ScalingTest, NeedsScalesOfTheChannels) {
  filter_.quantization = {{0.5F, 0.5F}, {0, 0}, 0};
  EXPECT_EQ(Check(),
            "filter: 2 scales and dims 3x1x1x2, expected one scale or one for each slice along dim 0");
  filter_.quantization.channel_axis = 3;
  EXPECT_EQ(Check(), "filter: scales along dim 3, expected one or one for each slice along dim 0");
  filter_.quantization = {{0.5F, 0.5F, 0.5F}, {0, 0}, 0};
  EXPECT_EQ(Check(), "filter: 3 scales and 2 zero points, expected one or as many");
  filter_.quantization = {{0.5F, 0.5F, 0.5F}, {0, 4, 0}, 0};
  EXPECT_EQ(Check(), "filter: zero point 4, expected 0");
}

TEST_F(ScalingTest, IsTold) {
  EXPECT_TRUE(signature_.StatesScaling());
  EXPECT_EQ(signature_.ToString(),
            "int8 per tensor, int8 per channel on axis 0, int32 (optional) -> int8 per tensor");
  const Signature plain = {.element = kNumeric, .inputs = {kT, kIndex}, .outputs = {kT}};
  EXPECT_FALSE(plain.StatesScaling());
  EXPECT_EQ(plain.ToString(), "T, int32 | int64 -> T; T: float32, int32, int64");
  const Signature one_type = {.element = kFloat32, .inputs = {kT, kIndex}, .outputs = {kT}};
  EXPECT_EQ(one_type.ToString(), "float32, int32 | int64 -> float32");
}

class MatchTest : public testing::Test {
 protected:
  MatchTest() {
    float_.type = ir::DataType::kFloat32;
    index_.type = ir::DataType::kInt64;
  }

  ir::Tensor float_;
  ir::Tensor index_;
  // One signature sums floats, the other one takes values at indices.
  std::vector<Signature> signatures_ = {
      {.inputs = {kFloat32}, .outputs = {kFloat32}, .variadic = true},
      {.element = kNumeric, .inputs = {kT, kIndex}, .outputs = {kT}, .required_inputs = 1}};
};

TEST_F(MatchTest, TakesTheFirstThatFits) {
  const std::array<const ir::Tensor*, 1> output = {&float_};
  const auto first = signatures_.begin();
  EXPECT_EQ(MatchSignature(signatures_, std::array<const ir::Tensor*, 1>{&float_}, output), first);
  EXPECT_EQ(MatchSignature(signatures_, std::array<const ir::Tensor*, 2>{&float_, &index_}, output),
            first + 1);
  const std::array<const ir::Tensor*, 2> other = {&index_, &float_};
  EXPECT_EQ(MatchSignature(signatures_, other, output), signatures_.end());
  EXPECT_EQ(TypeMismatch(ToString(signatures_), other, output),
            "types are int64, float32 -> float32, expected float32, ... -> float32 or T, int32 | int64 "
            "(optional) -> T; T: float32, int32, int64");
}

// One signature without scales and one with, in the order of ABS's versions.
TEST(ScaledMatchTest, ChoosesByTheScale) {
  const std::vector<Signature> signatures = {
      {.element = kFloat32 | ir::DataType::kInt16, .inputs = {kT}, .outputs = {kT}},
      {.name = "int16",
       .inputs = {PerTensor(ir::DataType::kInt16)},
       .outputs = {PerTensor(ir::DataType::kInt16)}}};
  ir::Tensor number;
  number.type = ir::DataType::kInt16;
  const std::array<const ir::Tensor*, 1> tensors = {&number};
  EXPECT_EQ(MatchSignature(signatures, tensors, tensors)->name, "plain");
  number.quantization = {{0.5F}, {0}, 0};
  EXPECT_EQ(MatchSignature(signatures, tensors, tensors)->name, "int16");
  number.quantization.scales = {-1.0F};
  EXPECT_EQ(MatchSignature(signatures, tensors, tensors)->name, "int16") << "none fits: the last is named";
}

TEST(ScaledMatchTest, ComparesWithAnInputOrAFixedScale) {
  ir::Tensor input;
  input.type = ir::DataType::kInt8;
  input.quantization = {{0.5F}, {3}, 0};
  ir::Tensor output = input;
  const std::array<const ir::Tensor*, 1> inputs = {&input};
  const std::array<const ir::Tensor*, 1> outputs = {&output};
  const auto check = [&](const OperandType& result) {
    const Signature signature = {.inputs = {PerTensor(ir::DataType::kInt8)}, .outputs = {result}};
    return CheckScaling(signature, inputs, outputs, {}, {}).message();
  };
  EXPECT_EQ(check(LikeInput(ir::DataType::kInt8, 0)), "");
  EXPECT_EQ(check(Fixed(ir::DataType::kInt8, 0.5F, 3)), "");
  EXPECT_EQ(check(Plain(ir::DataType::kInt8)), "it is int8 with a scale, expected none");
  output.quantization.zero_points = {4};
  input.name = "image";
  EXPECT_EQ(check(LikeInput(ir::DataType::kInt8, 0)), "it is quantized in another way than 'image'");
  EXPECT_EQ(check(Fixed(ir::DataType::kInt8, 0.5F, 3)),
            "scale 0.5 and zero point 4, expected scale 0.5 and zero point 3");
  output.quantization = {{std::nextafter(0.5F, 1.0F)}, {3}, 0};
  EXPECT_NE(check(Fixed(ir::DataType::kInt8, 0.5F, 3)), "");
  EXPECT_EQ(check(Fixed(ir::DataType::kInt8, 0.5F, 3, Scaling::kNearFixed)), "");
  EXPECT_EQ(check(Fixed(ir::DataType::kInt8, 0.5F, 3, Scaling::kNearPower)), "");
  output.quantization.scales = {0.5F * 1.0008F};
  EXPECT_EQ(check(Fixed(ir::DataType::kInt8, 0.5F, 3, Scaling::kNearFixed)), "");
  EXPECT_EQ(check(Fixed(ir::DataType::kInt8, 0.5F, 3, Scaling::kNearPower)),
            "scale 0.5004 and zero point 3, expected scale 0.5 and zero point 3, the scale within 0.1 %");
}

TEST_F(MatchTest, TakesScalesOfBlocksWhereTheSignatureSaysSo) {
  ir::Tensor weights;
  weights.type = ir::DataType::kInt4;
  weights.dims = {2, 64};
  weights.quantization = {.scales = {0.5F, 0.0F, 2.0F, 1.0F}, .block_size = 32};
  const std::array<const ir::Tensor*, 1> inputs = {&weights};
  const auto check = [&](const OperandType& operand) {
    return CheckScaling({.inputs = {operand}}, inputs, {}, {}, {}).message();
  };
  EXPECT_EQ(check(PerBlock(ir::DataType::kInt4)), "");
  EXPECT_EQ(check(PerChannel(ir::DataType::kInt4, 0)),
            "a scale for each block of 32 elements, expected one for all or one for each slice");
  weights.quantization.block_size = 48;
  EXPECT_EQ(check(PerBlock(ir::DataType::kInt4)),
            "blocks of 48 elements, expected rows of 64 to have whole ones");
  weights.quantization = {{0.5F}, {0}, 0};
  EXPECT_EQ(check(PerBlock(ir::DataType::kInt4)), "it has no scales of blocks");
}

TEST_F(MatchTest, CountsInputs) {
  const std::array<const ir::Tensor*, 3> inputs = {&float_, nullptr, &float_};
  EXPECT_FALSE(TakesInputs(signatures_[1], {}));
  EXPECT_TRUE(TakesInputs(signatures_[1], std::span(inputs).first(1)));
  EXPECT_TRUE(TakesInputs(signatures_[1], std::span(inputs).first(2))) << "the second may be absent";
  EXPECT_FALSE(TakesInputs(signatures_[1], inputs));
  EXPECT_FALSE(TakesInputs(signatures_[1], std::span(inputs).subspan(1))) << "the first is absent";
  const std::array<const ir::Tensor*, 3> present = {&float_, &float_, &float_};
  EXPECT_TRUE(TakesInputs(signatures_[0], present)) << "the last one repeats";
  EXPECT_FALSE(TakesInputs(signatures_[0], inputs)) << "one that repeats is absent";
  signatures_[0].required_inputs = 1;
  EXPECT_TRUE(TakesInputs(signatures_[0], inputs)) << "others than the first may be absent";
}

TEST_F(MatchTest, CountsOutputs) {
  const std::array<const ir::Tensor*, 2> outputs = {&float_, &float_};
  EXPECT_FALSE(HasOutputs(signatures_[0], 0));
  EXPECT_TRUE(HasOutputs(signatures_[0], 1));
  EXPECT_FALSE(TypesMatch(signatures_[0], outputs, outputs)) << "one more than the signature lists";
  signatures_[0].variadic_outputs = true;
  EXPECT_TRUE(TypesMatch(signatures_[0], outputs, outputs));
  EXPECT_FALSE(HasOutputs(signatures_[0], 0));
}

}  // namespace
}  // namespace litevk
