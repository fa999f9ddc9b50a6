// The choices that a lowering leaves to a tuner.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using testing::Contains;
using testing::HasSubstr;

class ChoicesTest : public testing::Test {
 protected:
  // A 3x3 convolution, which Winograd's algorithm applies to, and max pooling.
  ChoicesTest() {
    const ir::TensorId image = builder_.Runtime({1, 28, 28, 16});
    const ir::TensorId features = builder_.Conv(image, {1, 28, 28, 64}, 3);
    const abi::TfLitePoolParams pool = {abi::kTfLitePaddingSame, 2, 2, 3, 3, abi::kTfLiteActNone};
    const ir::TensorId pooled = builder_.Node(abi::kTfLiteBuiltinMaxPool2d, {features}, {1, 14, 14, 64},
                                              ir::Params(&pool, sizeof(pool)));
    inputs_ = {image};
    outputs_ = {pooled};
  }

  LoweredPartition LowerWith(const Choices& choices, const gpu::DeviceLimits& limits = {}) const {
    return Lower(test::Judged(builder_.graph(), limits), builder_.AllPositions(), inputs_, outputs_,
                 {.choices = &choices});
  }

  GraphBuilder builder_;
  std::vector<ir::TensorId> inputs_;
  std::vector<ir::TensorId> outputs_;
};

TEST_F(ChoicesTest, AreOfEveryTiledNode) {
  const std::vector<ChoicePoint> points = LowerWith({}).choice_points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_THAT(points[0].key, HasSubstr("conv_2d 1x28x28x16 to 1x28x28x64 3x3"));
  EXPECT_THAT(points[0].alternatives, Contains("winograd"));
  EXPECT_THAT(points[0].alternatives, Contains("tile 7 slices 2"));
  EXPECT_THAT(points[1].key, HasSubstr("max_pool_2d"));
  EXPECT_THAT(points[1].alternatives, Contains("tile 4x2"));
  for (const ChoicePoint& point : points) EXPECT_EQ(point.taken, 0U);
}

TEST_F(ChoicesTest, DecideWhatIsDispatched) {
  const ChoicePoint estimated = LowerWith({}).choice_points[0];
  for (size_t i = 0; i < estimated.alternatives.size(); ++i) {
    const std::string& name = estimated.alternatives[i];
    const LoweredPartition lowered = LowerWith({{estimated.key, name}});
    EXPECT_EQ(lowered.choice_points[0].taken, i);
    EXPECT_EQ(lowered.choice_points[0].first_dispatch, 0U);
    EXPECT_EQ(lowered.choice_points[0].end_dispatch, name == "winograd" ? 3U : 1U) << name;
    EXPECT_EQ(lowered.choice_points[1].end_dispatch, lowered.graph.dispatches.size());
  }
}

// A time for one of these nodes says nothing about the others.
TEST_F(ChoicesTest, OfOtherAlternativesOrStepsAreOthers) {
  const std::string key = LowerWith({}).choice_points[0].key;
  gpu::DeviceLimits direct;
  direct.profile.winograd = false;
  EXPECT_NE(LowerWith({}, direct).choice_points[0].key, key);
  gpu::DeviceLimits limits;
  limits.profile.max_tile = 4;
  ASSERT_NE(limits.profile.max_tile, gpu::DeviceLimits().profile.max_tile);
  EXPECT_NE(LowerWith({}, limits).choice_points[0].key, key);

  GraphBuilder fused;
  const ir::TensorId image = fused.Runtime({1, 28, 28, 16});
  const ir::TensorId features = fused.Conv(image, {1, 28, 28, 64}, 3);
  const ir::TensorId tanh = fused.Node(abi::kTfLiteBuiltinTanh, {features}, {1, 28, 28, 64});
  const std::array inputs = {image};
  const std::array outputs = {tanh};
  const LoweredPartition lowered =
      Lower(test::Judged(fused.graph()), fused.AllPositions(), inputs, outputs, {});
  ASSERT_EQ(lowered.choice_points.size(), 1U);
  EXPECT_NE(lowered.choice_points[0].key, key);
}

TEST_F(ChoicesTest, OfAnUnknownNameAreTheEstimate) {
  const std::string key = LowerWith({}).choice_points[0].key;
  EXPECT_EQ(LowerWith({{key, "tile 5"}}).choice_points[0].taken, 0U);
  EXPECT_EQ(LowerWith({{"another", "tile 1"}}).choice_points[0].taken, 0U);
}

TEST_F(ChoicesTest, DoNotOfferWhatIsSwitchedOff) {
  gpu::DeviceLimits direct;
  direct.profile.winograd = false;
  const ChoicePoint point = LowerWith({}, direct).choice_points[0];
  EXPECT_THAT(point.alternatives, testing::Not(Contains("winograd")));
  EXPECT_THAT(point.unfit, Contains("winograd: disable_winograd is set"));
  EXPECT_THAT(point.unfit, Contains(testing::StartsWith("depthwise: ")));
}

TEST_F(ChoicesTest, AreTheSameForNodesOfOneKind) {
  GraphBuilder builder;
  const ir::TensorId image = builder.Runtime({1, 8, 8, 16});
  const ir::TensorId first = builder.Conv(image, {1, 8, 8, 16});
  const ir::TensorId second = builder.Conv(first, {1, 8, 8, 16});
  const auto lowered =
      Lower(test::Judged(builder.graph()), builder.AllPositions(), std::array{image}, std::array{second}, {});
  ASSERT_EQ(lowered.choice_points.size(), 2U);
  EXPECT_EQ(lowered.choice_points[0].key, lowered.choice_points[1].key);
}

}  // namespace
}  // namespace litevk
