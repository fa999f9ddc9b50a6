// Fusion on hand-made graphs: which nodes share a dispatch, and which must not.
#include "delegate/fuse/fuse.h"

#include <gtest/gtest.h>

#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

const ir::Shape kImage = {1, 4, 4, 8};

class FuseTest : public ::testing::Test {
 protected:
  std::vector<FusedNode> Run(std::vector<ir::TensorId> outputs, bool enable = true) {
    return Fuse(test::Judged(build_.graph()), build_.AllPositions(), outputs, enable);
  }

  GraphBuilder build_;
};

TEST_F(FuseTest, ActivationJoinsTheConvolutionBeforeIt) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {conv}, kImage);
  const auto roots = Run({relu});
  ASSERT_EQ(roots.size(), 1U);
  ASSERT_EQ(roots[0].epilogue.steps.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.steps[0].op, EpilogueOp::kRelu);
  EXPECT_EQ(roots[0].output, relu);
  EXPECT_EQ(roots[0].fused_positions, std::vector<int>{1});
}

TEST_F(FuseTest, AStepThatElementwiseKernelsAloneKnowJoinsOnlyThese) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto exp = build_.Node(abi::kTfLiteBuiltinExp, {conv}, kImage);
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {exp}, kImage);
  const auto last = build_.Node(abi::kTfLiteBuiltinExp, {relu}, kImage);
  const auto roots = Run({last});
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_TRUE(roots[0].epilogue.steps.empty());
  EXPECT_EQ(roots[1].position, 1);
  EXPECT_EQ(roots[1].fused_positions, (std::vector<int>{2, 3}));
}

TEST_F(FuseTest, NothingIsFusedWhenDisabled) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {conv}, kImage);
  EXPECT_EQ(Run({relu}, /*enable=*/false).size(), 2U);
}

TEST_F(FuseTest, AValueThatThePartitionReturnsIsNotFusedAway) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {conv}, kImage);
  EXPECT_EQ(Run({conv, relu}).size(), 2U);
}

TEST_F(FuseTest, AValueWithTwoReadersIsNotFusedAway) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {conv}, kImage);
  const auto tanh = build_.Node(abi::kTfLiteBuiltinTanh, {conv}, kImage);
  EXPECT_EQ(Run({relu, tanh}).size(), 3U);
}

TEST_F(FuseTest, AddOfAValueToItselfStaysANodeOfItsOwn) {
  const auto conv = build_.Conv(build_.Runtime(kImage), kImage);
  const auto sum = build_.Add(conv, conv, kImage);
  EXPECT_EQ(Run({sum}).size(), 2U);
}

TEST_F(FuseTest, ResidualAddJoinsTheLaterOfItsTwoProducers) {
  const auto input = build_.Runtime(kImage);
  const auto first = build_.Conv(input, kImage);
  const auto second = build_.Conv(input, kImage);
  const auto sum = build_.Add(first, second, kImage);
  const auto roots = Run({sum});
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_TRUE(roots[0].epilogue.steps.empty());
  ASSERT_EQ(roots[1].epilogue.steps.size(), 1U);
  EXPECT_EQ(roots[1].epilogue.steps[0].op, EpilogueOp::kAdd);
  EXPECT_EQ(roots[1].epilogue.steps[0].operand, first);
}

TEST_F(FuseTest, AnOperandThatIsComputedLaterKeepsTheAddApart) {
  const auto input = build_.Runtime(kImage);
  const auto early = build_.Conv(input, kImage);
  const auto reshaped = build_.Node(abi::kTfLiteBuiltinReshape, {build_.Conv(input, kImage)}, kImage);
  const auto sum = build_.Add(early, reshaped, kImage);
  const auto roots = Run({sum});
  // Neither convolution may take the addition: one runs too early, the other is read by RESHAPE.
  ASSERT_EQ(roots.size(), 4U);
  EXPECT_EQ(roots[3].output, sum);
}

TEST_F(FuseTest, StretchingTheRunningValueIsNotAnEpilogue) {
  const auto conv = build_.Conv(build_.Runtime({1, 1, 1, 8}), {1, 1, 1, 8});
  const auto sum = build_.Add(conv, build_.Runtime(kImage), kImage);
  EXPECT_EQ(Run({sum}).size(), 2U);
}

TEST_F(FuseTest, ALongChainIsCutAtTheEpilogueLimit) {
  auto value = build_.Conv(build_.Runtime(kImage), kImage);
  for (int i = 0; i < 3 * kMaxEpilogueSteps; ++i) {
    value = build_.Node(abi::kTfLiteBuiltinTanh, {value}, kImage);
  }
  size_t steps = 0;
  for (const FusedNode& root : Run({value})) {
    EXPECT_LE(root.epilogue.steps.size() + 1, static_cast<size_t>(kMaxEpilogueSteps));
    steps += root.epilogue.steps.size() + (root.position == 0 ? 0 : 1);
  }
  EXPECT_EQ(steps, static_cast<size_t>(3 * kMaxEpilogueSteps));
}

TEST_F(FuseTest, OperandTensorsStayWithinTheBindings) {
  auto value = build_.Conv(build_.Runtime(kImage), kImage);
  for (int i = 0; i < kMaxEpilogueOperands + 2; ++i)
    value = build_.Add(value, build_.Runtime(kImage), kImage);
  const auto roots = Run({value});
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].epilogue.steps.size(), static_cast<size_t>(kMaxEpilogueOperands));
}

TEST_F(FuseTest, SpatialZerosJoinTheConvolutionAfterThem) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const auto amounts = build_.Ints({4, 2}, {0, 0, 1, 2, 3, 0, 0, 0});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad, {input, amounts}, {1, 7, 7, 8});
  const auto conv = build_.Conv(padded, {1, 5, 5, 8}, 3, abi::kTfLiteActNone, abi::kTfLitePaddingValid);
  const auto roots = Run({conv});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_TRUE(roots[0].has_padding);
  EXPECT_EQ(roots[0].input, input);
  EXPECT_EQ(roots[0].padding.top, 1);
  EXPECT_EQ(roots[0].padding.bottom, 2);
  EXPECT_EQ(roots[0].padding.left, 3);
  EXPECT_EQ(roots[0].padding.right, 0);
}

// Causal convolutions of sequences are converted so.
TEST_F(FuseTest, ZerosBeforeASequenceJoinAConvolutionThatReadsItAsAnImage) {
  const auto input = build_.Runtime({2, 12, 8});
  const auto amounts = build_.Ints({3, 2}, {0, 0, 4, 0, 0, 0});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad, {input, amounts}, {2, 16, 8});
  const auto image =
      build_.Node(abi::kTfLiteBuiltinReshape, {padded, build_.Ints({4}, {2, 1, 16, 8})}, {2, 1, 16, 8});
  const auto conv = build_.Conv(image, {2, 1, 16, 8}, 1, abi::kTfLiteActNone, abi::kTfLitePaddingValid);
  const auto roots = Run({conv});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].input, input);
  EXPECT_EQ(roots[0].input_dims, (ir::Shape{2, 1, 12, 8}));
  EXPECT_EQ(roots[0].padding.left, 4);
  EXPECT_EQ(roots[0].padding.top, 0);
  EXPECT_EQ(roots[0].fused_positions, (std::vector<int>{0, 1}));
}

// NASNet shifts an image by a pixel so.
TEST_F(FuseTest, ZerosOfWhichASliceLeavesSomeOutJoinWhatReadsIt) {
  const auto input = build_.Runtime({1, 6, 6, 8});
  const auto amounts = build_.Ints({4, 2}, {0, 0, 0, 1, 2, 1, 0, 0});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad, {input, amounts}, {1, 7, 9, 8});
  const auto crop =
      build_.Node(abi::kTfLiteBuiltinSlice,
                  {padded, build_.Ints({4}, {0, 1, 1, 0}), build_.Ints({4}, {1, 6, 8, 8})}, {1, 6, 8, 8});
  const auto valid = build_.Conv(crop, {1, 4, 6, 8}, 3, abi::kTfLiteActNone, abi::kTfLitePaddingValid);
  const auto roots = Run({valid});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].input, input);
  EXPECT_EQ(roots[0].padding.top, -1);
  EXPECT_EQ(roots[0].padding.bottom, 1);
  EXPECT_EQ(roots[0].padding.left, 1);
  EXPECT_EQ(roots[0].padding.right, 1);
  EXPECT_EQ(roots[0].fused_positions, (std::vector<int>{0, 1}));
  // Windows with a padding of their own would see the row that is left out.
  const auto same = build_.Conv(crop, {1, 6, 8, 8}, 3, abi::kTfLiteActNone, abi::kTfLitePaddingSame);
  EXPECT_EQ(Run({valid, same}).size(), 4U);
}

TEST_F(FuseTest, ZerosBetweenWhatAnImageHasInOneRowAreNotTakenIn) {
  const auto amounts = build_.Ints({3, 2}, {0, 0, 4, 0, 0, 0});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad, {build_.Runtime({2, 12, 8}), amounts}, {2, 16, 8});
  const auto image =
      build_.Node(abi::kTfLiteBuiltinReshape, {padded, build_.Ints({4}, {1, 4, 8, 8})}, {1, 4, 8, 8});
  EXPECT_EQ(Run({build_.Conv(image, {1, 4, 8, 8})}).size(), 3U);
}

TEST_F(FuseTest, ChannelPaddingIsNotTakenIn) {
  const auto amounts = build_.Ints({4, 2}, {0, 0, 0, 0, 0, 0, 0, 4});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad, {build_.Runtime({1, 4, 4, 4}), amounts}, kImage);
  EXPECT_EQ(Run({build_.Conv(padded, kImage)}).size(), 2U);
}

TEST_F(FuseTest, PaddingThatSomeoneElseReadsIsNotTakenIn) {
  const auto amounts = build_.Ints({4, 2}, {0, 0, 1, 1, 1, 1, 0, 0});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad, {build_.Runtime(kImage), amounts}, {1, 6, 6, 8});
  const auto conv = build_.Conv(padded, {1, 6, 6, 8});
  EXPECT_EQ(Run({conv, padded}).size(), 2U);
}

}  // namespace
}  // namespace litevk
