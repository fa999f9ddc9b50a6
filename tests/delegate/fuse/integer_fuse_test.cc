// Fusion of nodes of int8 into the layers before them, on hand-made graphs.
#include <gtest/gtest.h>

#include "delegate/fuse/fuse.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

const ir::Quantization kScaled = {.scales = {0.5F}, .zero_points = {3}};

class IntegerFuseTest : public ::testing::Test {
 protected:
  ir::Shape Image(int channels) const { return {1, 4, 4, channels}; }

  ir::TensorId Input(int channels) {
    const ir::TensorId id = build_.Runtime(Image(channels), ir::DataType::kInt8);
    build_.Quantize(id, kScaled);
    return id;
  }

  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, int channels, ir::Params params = {}) {
    const ir::TensorId id =
        build_.Node(op_code, std::move(inputs), Image(channels), params, ir::DataType::kInt8);
    build_.Quantize(id, kScaled);
    return id;
  }

  // Adds a convolution of eight input channels.
  ir::TensorId Conv(ir::TensorId input, int channels) {
    const auto filter = build_.Int8s({channels, 1, 1, 8}, std::vector<int8_t>(channels * size_t{8}));
    build_.Quantize(filter, {.scales = {0.25F}, .zero_points = {0}});
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
    return Node(abi::kTfLiteBuiltinConv2d, {input, filter, ir::kAbsent}, channels,
                ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Combine(int op_code, ir::TensorId left, ir::TensorId right, int channels) {
    const abi::TfLiteAddParams params = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};
    return Node(op_code, {left, right}, channels, ir::Params(&params, sizeof(params)));
  }
  ir::TensorId Add(ir::TensorId left, ir::TensorId right, int channels) {
    return Combine(abi::kTfLiteBuiltinAdd, left, right, channels);
  }
  ir::TensorId Mul(ir::TensorId left, ir::TensorId right, int channels) {
    return Combine(abi::kTfLiteBuiltinMul, left, right, channels);
  }

  // Converts values of int8 to floats.
  ir::TensorId Floats(ir::TensorId input, int channels) {
    return build_.Node(abi::kTfLiteBuiltinDequantize, {input}, Image(channels));
  }

  ir::TensorId Integer(int8_t value) {
    const auto id = build_.Int8s({1}, {value});
    build_.Quantize(id, kScaled);
    return id;
  }

  std::vector<FusedNode> Run(std::vector<ir::TensorId> outputs, bool enable = true) {
    return Fuse(test::Judged(build_.graph()), build_.AllPositions(), outputs, enable);
  }

  GraphBuilder build_;
};

TEST_F(IntegerFuseTest, ASumAndTablesJoinTheLayerBeforeThem) {
  const auto input = Input(8);
  const auto sum = Add(input, Conv(input, 8), 8);
  const auto swish = Node(abi::kTfLiteBuiltinHardSwish, {sum}, 8);
  const auto last = Node(abi::kTfLiteBuiltinQuantize, {swish}, 8);
  const auto roots = Run({last});
  ASSERT_EQ(roots.size(), 1U);
  ASSERT_EQ(roots[0].epilogue.steps.size(), 3U);
  EXPECT_EQ(roots[0].epilogue.steps[0].operand, input);
  EXPECT_TRUE(roots[0].epilogue.steps[2].fixed_point->table != nullptr);
  EXPECT_EQ(roots[0].output, last);
  EXPECT_EQ(Run({last}, /*enable=*/false).size(), 4U);
}

TEST_F(IntegerFuseTest, ASumAfterATableHasADispatchOfItsOwn) {
  const auto input = Input(8);
  const auto swish = Node(abi::kTfLiteBuiltinHardSwish, {Conv(input, 8)}, 8);
  const auto roots = Run({Add(swish, input, 8)});
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].epilogue.steps.size(), 1U);
}

TEST_F(IntegerFuseTest, ALayerWhoseOutputIsCopiedTakesNoSteps) {
  const auto swish = Node(abi::kTfLiteBuiltinHardSwish, {Conv(Input(8), 6)}, 6);
  EXPECT_EQ(Run({swish}).size(), 2U);
}

TEST_F(IntegerFuseTest, AValueWithTwoReadersIsNotFusedAway) {
  const auto conv = Conv(Input(8), 8);
  const auto swish = Node(abi::kTfLiteBuiltinHardSwish, {conv}, 8);
  const auto tanh = Node(abi::kTfLiteBuiltinLogistic, {conv}, 8);
  EXPECT_EQ(Run({swish, tanh}).size(), 3U);
}

TEST_F(IntegerFuseTest, ARootThatChecksItsIntegersHasADispatchOfItsOwn) {
  const auto root = Node(abi::kTfLiteBuiltinSqrt, {Conv(Input(8), 8)}, 8);
  EXPECT_EQ(Run({root}).size(), 2U);
}

TEST_F(IntegerFuseTest, ADifferenceKnowsWhichOperandTheLayerIs) {
  const auto input = Input(8);
  const auto left = Combine(abi::kTfLiteBuiltinSub, Conv(input, 8), input, 8);
  const auto right = Combine(abi::kTfLiteBuiltinSub, input, Conv(input, 8), 8);
  const auto roots = Run({left, right});
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].epilogue.steps.at(0).op, EpilogueOp::kSub);
  EXPECT_EQ(roots[1].epilogue.steps.at(0).op, EpilogueOp::kReverseSub);
}

TEST_F(IntegerFuseTest, AProductJoinsAndAConstantIsATable) {
  const auto input = Input(8);
  const auto product = Mul(Conv(input, 8), input, 8);
  const auto roots = Run({Mul(Integer(5), product, 8)});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.steps.at(0).op, EpilogueOp::kMul);
  EXPECT_TRUE(roots[0].epilogue.steps.at(1).fixed_point->table != nullptr);
}

TEST_F(IntegerFuseTest, AnIntegerDividedByTheLayerIsCheckedForZeros) {
  const auto quotient = Combine(abi::kTfLiteBuiltinDiv, Integer(5), Conv(Input(8), 8), 8);
  EXPECT_EQ(Run({quotient}).size(), 2U);
}

TEST_F(IntegerFuseTest, SwishIsATableOfTheLayer) {
  const auto conv = Conv(Input(8), 8);
  const auto swish = Mul(conv, Node(abi::kTfLiteBuiltinLogistic, {conv}, 8), 8);
  const auto roots = Run({swish});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.steps.size(), 1U);
  EXPECT_EQ(roots[0].fused_positions.size(), 2U);
  EXPECT_EQ(Run({swish}, /*enable=*/false).size(), 3U);
}

TEST_F(IntegerFuseTest, FloatsAreStoredAfterAllSteps) {
  const auto swish = Node(abi::kTfLiteBuiltinHardSwish, {Conv(Input(8), 8)}, 8);
  const auto roots = Run({Floats(swish, 8)});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.steps.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.store.as, StoredAs::kDequantized);
}

TEST_F(IntegerFuseTest, FloatsThatAnElementwiseNodeReadsAreMadeInItsDispatch) {
  const auto tanh = build_.Node(abi::kTfLiteBuiltinTanh, {Floats(Conv(Input(8), 8), 8)}, Image(8));
  const auto roots = Run({tanh});
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_FALSE(roots[0].epilogue.store.exists());
}

}  // namespace
}  // namespace litevk
