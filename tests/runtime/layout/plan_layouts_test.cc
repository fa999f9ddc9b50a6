#include "runtime/layout/plan_layouts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/layout/transpose_reason.h"
#include "tests/runtime/layout/layout_graph_builder.h"

namespace litevk {
namespace {

const Permutation kChannelsFirst = {0, 3, 1, 2};
const Permutation kOwn;

class Layouts : public testing::Test {
 protected:
  LayoutPlan Plan(const LayoutRequest& request = {}) {
    const Result<LayoutPlan> plan = PlanLayouts(model_.graph(), request);
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return plan.ok() ? *plan : LayoutPlan();
  }

  std::string Refusal(const NamedLayout& named) {
    const Result<LayoutPlan> plan = PlanLayouts(model_.graph(), {.named = {named}});
    return plan.ok() ? "" : plan.status().message();
  }

  test::LayoutGraphBuilder model_;
  ir::TensorId image_ = model_.Input({1, 4, 4, 3});
};

TEST_F(Layouts, SpreadFromPoolsThroughElementwiseOperators) {
  model_.Output(model_.Pool(model_.Relu(model_.Pool(image_))));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[0], kChannelsFirst);
  ASSERT_EQ(plan.transposes.size(), 2);
  EXPECT_EQ(plan.transposes[0].reason, TransposeReason::kGraphInput);
  EXPECT_EQ(plan.transposes[1].reason, TransposeReason::kGraphOutput);
}

TEST_F(Layouts, NeedNoTransposesWithChannelsFirstAtTheEdges) {
  model_.Output(model_.Pool(image_));

  const LayoutPlan plan = Plan({.has_channels_first_edges = true});

  EXPECT_EQ(plan.transposes.size(), 0);
  EXPECT_EQ(plan.tensors[0], kChannelsFirst);
  EXPECT_EQ(plan.outputs[0], kChannelsFirst);
}

TEST_F(Layouts, StayAsTheyAreWhereNoOperatorAsks) {
  model_.Output(model_.Relu(image_));
  EXPECT_EQ(Plan().transposes.size(), 0);
  EXPECT_EQ(Plan({.keeps_own_layout = [](const ir::Node&) { return true; }}).tensors[1], kOwn);
}

TEST_F(Layouts, AreTransposedWhereATensorIsSmall) {
  const ir::TensorId small = model_.Node(abi::kTfLiteBuiltinMaxPool2d, {image_}, {1, 2, 2, 3});
  const ir::TensorId tiled =
      model_.Node(abi::kTfLiteBuiltinTile, {small, model_.Ints({1, 4, 4, 1})}, {1, 8, 8, 3});
  model_.Output(model_.Relu(tiled));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[0].outputs[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[1].inputs[0], kOwn) << "12 elements before the TILE, 192 behind it";
}

TEST_F(Layouts, PermuteConstantsOfFewerDims) {
  const ir::TensorId channels = model_.Constant({3});
  model_.Output(model_.Pool(model_.Add(model_.Pool(image_), channels)));
  EXPECT_EQ(Plan().nodes[1].inputs[1], kChannelsFirst);
}

TEST_F(Layouts, PermuteFilters) {
  const ir::TensorId filter = model_.Constant({8, 3, 3, 3}), bias = model_.Constant({8});
  model_.Output(model_.Node(abi::kTfLiteBuiltinConv2d, {image_, filter, bias}, {1, 4, 4, 8}));
  EXPECT_EQ(Plan().nodes[0].inputs, (std::vector<Permutation>{kChannelsFirst, {0, 3, 1, 2}, kOwn}));
}

TEST_F(Layouts, PermuteWhatIsDequantizedForEachReader) {
  const ir::TensorId halves = model_.Constant({8, 3, 3, 3});
  const ir::TensorId filter = model_.Node(abi::kTfLiteBuiltinDequantize, {halves}, {8, 3, 3, 3});
  model_.Output(model_.Node(abi::kTfLiteBuiltinConv2d, {image_, filter, ir::kAbsent}, {1, 4, 4, 8}));
  model_.Output(model_.Relu(filter));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[1], (Permutation{0, 3, 1, 2}));
  EXPECT_EQ(plan.transposes.size(), 2) << "those of the image at the edges";
}

TEST_F(Layouts, LoseTheDimsThatAReductionDrops) {
  const ir::TensorId pooled = model_.Pool(image_);
  model_.Output(model_.Node(abi::kTfLiteBuiltinMean, {pooled, model_.Ints({1, 2})}, {1, 3}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[1].outputs[0], kOwn);
  EXPECT_EQ(plan.transposes.size(), 1) << "the input's";
}

TEST_F(Layouts, GoThroughReshapesThatKeepChannelsTogether) {
  const ir::TensorId rows = model_.Reshape(model_.Pool(image_), {1, 16, 3});
  const ir::TensorId again = model_.Reshape(model_.Relu(rows), {1, 4, 4, 3});
  model_.Output(model_.Pool(again));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[2].inputs[0], (Permutation{0, 2, 1}));
  EXPECT_EQ(plan.transposes.size(), 2) << "those of the edges";
}

TEST_F(Layouts, GoThroughConvolutionsOfOneDim) {
  const ir::TensorId rows = model_.Input({2, 9, 3});
  const auto convolve = [&](ir::TensorId id) {
    const ir::TensorId image =
        model_.Node(abi::kTfLiteBuiltinExpandDims, {id, model_.Ints({1})}, {2, 1, 9, 3});
    return model_.Node(abi::kTfLiteBuiltinSqueeze, {model_.Pool(image)}, {2, 9, 3});
  };
  model_.Output(convolve(model_.Relu(convolve(rows))));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[3].inputs[0], (Permutation{0, 2, 1}));
  EXPECT_EQ(plan.transposes.size(), 2) << "those of the edges";
}

TEST_F(Layouts, NeedNoTransposeForAFlattenOfOnePixel) {
  const ir::TensorId pixel = model_.Node(abi::kTfLiteBuiltinAveragePool2d, {image_}, {1, 1, 1, 3});
  model_.Output(model_.Reshape(pixel, {1, 3}));
  EXPECT_EQ(Plan().transposes.size(), 1) << "the input's";
}

TEST_F(Layouts, EndWithoutATransposeAtAReshapeOfOneChannel) {
  const ir::TensorId image = model_.Input({1, 4, 4, 1});
  model_.Output(model_.Reshape(model_.Pool(image), {1, 16, 1}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[1].outputs[0], kOwn);
  ASSERT_EQ(plan.transposes.size(), 1) << "the input's";
  EXPECT_EQ(plan.transposes[0].elements, 0);
}

TEST_F(Layouts, PermuteTheWeightsBehindAFlatten) {
  const ir::TensorId flat = model_.Reshape(model_.Pool(image_), {1, 48});
  const ir::TensorId weights = model_.Constant({10, 48});
  model_.Output(model_.Node(abi::kTfLiteBuiltinFullyConnected, {flat, weights, ir::kAbsent}, {1, 10}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[2].columns.dims, (std::vector<int>{4, 4, 3}));
  EXPECT_EQ(plan.nodes[2].columns.permutation, (Permutation{2, 0, 1}));
  EXPECT_EQ(plan.transposes.size(), 1) << "the input's";
}

TEST_F(Layouts, SpreadThroughALayerOfPixels) {
  const ir::TensorId weights = model_.Constant({8, 3});
  const ir::TensorId pixels = model_.Node(abi::kTfLiteBuiltinFullyConnected,
                                          {model_.Pool(image_), weights, ir::kAbsent}, {1, 4, 4, 8});
  model_.Output(model_.Pool(pixels));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[0], kChannelsFirst);
  EXPECT_EQ(plan.nodes[1].inputs[1], kOwn) << "the writer's to permute";
  EXPECT_EQ(plan.nodes[1].outputs[0], kChannelsFirst);
  EXPECT_EQ(plan.transposes.size(), 2) << "those of the edges";
}

TEST_F(Layouts, EndAtALayerOfPixelsThatFindsTheChannelsElsewhere) {
  const ir::TensorId rows = model_.Transpose(model_.Relu(image_), {3, 1, 2, 0});
  const ir::TensorId layer = model_.Node(abi::kTfLiteBuiltinFullyConnected,
                                         {rows, model_.Constant({5, 1}), ir::kAbsent}, {3, 4, 4, 5});
  model_.Output(model_.Transpose(layer, {3, 1, 2, 0}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[2].inputs[0], kOwn);
  EXPECT_EQ(plan.nodes[2].outputs[0], kOwn);
}

TEST_F(Layouts, EndAtAGatherWhoseIndicesAreLeftOut) {
  model_.Output(model_.Node(abi::kTfLiteBuiltinGather, {model_.Pool(image_)}, {1, 4, 4, 3}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.nodes[1].inputs[0], kOwn);
}

TEST_F(Layouts, TransposeBeforeAFlattenThatOthersReadToo) {
  const ir::TensorId flat = model_.Reshape(model_.Pool(image_), {1, 48});
  const ir::TensorId weights = model_.Constant({10, 48});
  model_.Output(model_.Node(abi::kTfLiteBuiltinFullyConnected, {flat, weights, ir::kAbsent}, {1, 10}));
  model_.Output(flat);

  const LayoutPlan plan = Plan();

  EXPECT_TRUE(plan.nodes[2].columns.dims.empty());
  ASSERT_EQ(plan.transposes.size(), 2);
  EXPECT_EQ(plan.transposes[1].reason, TransposeReason::kOwnLayout);
  EXPECT_EQ(ReasonFor(model_.graph(), plan.transposes[1]), "RESHAPE keeps TFLite's order");
}

TEST_F(Layouts, TakeTheModelsOwnTransposesIn) {
  const ir::TensorId first = model_.Input({1, 3, 4, 4});
  const ir::TensorId pooled = model_.Pool(model_.Transpose(first, {0, 2, 3, 1}));
  model_.Output(model_.Relu(model_.Transpose(pooled, {0, 3, 1, 2})));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.transposes.size(), 0);
  EXPECT_EQ(RemainingPermutation({0, 2, 3, 1}, plan.nodes[0].inputs[0], plan.nodes[0].outputs[0]), kOwn);
  EXPECT_EQ(RemainingPermutation({0, 3, 1, 2}, plan.nodes[2].inputs[0], plan.nodes[2].outputs[0]), kOwn);
}

TEST_F(Layouts, CancelTransposesThatMeet) {
  const ir::TensorId there = model_.Relu(model_.Transpose(image_, {0, 2, 1, 3}));
  model_.Output(model_.Transpose(there, {0, 2, 1, 3}));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.transposes.size(), 0);
  EXPECT_EQ(RemainingPermutation({0, 2, 1, 3}, plan.nodes[0].inputs[0], plan.nodes[0].outputs[0]), kOwn);
}

TEST_F(Layouts, ShuffleChannelsWithTheModelsTransposeAlone) {
  const ir::TensorId image = model_.Pool(model_.Input({1, 4, 4, 6}));
  const ir::TensorId groups = model_.Transpose(model_.Reshape(image, {1, 4, 4, 2, 3}), {0, 1, 2, 4, 3});
  model_.Output(model_.Pool(model_.Reshape(groups, {1, 4, 4, 6})));

  const LayoutPlan plan = Plan();

  EXPECT_EQ(plan.transposes.size(), 2) << "those of the edges";
  EXPECT_EQ(plan.nodes[2].inputs[0], (Permutation{0, 3, 4, 1, 2}));
  EXPECT_EQ(RemainingPermutation({0, 1, 2, 4, 3}, plan.nodes[2].inputs[0], plan.nodes[2].outputs[0]),
            (Permutation{0, 2, 1, 3, 4}));
}

TEST_F(Layouts, TakeTransposesInThatMoveADimOf1) {
  const ir::TensorId line = model_.Input({2, 1, 9, 3});
  const auto channels_behind = [&](ir::TensorId id) {
    const ir::TensorId rows = model_.Reshape(model_.Pool(id), {2, 9, 3});
    const ir::TensorId turned = model_.Reshape(model_.Transpose(rows, {0, 2, 1}), {2, 1, 3, 9});
    return model_.Relu(model_.Transpose(turned, {0, 1, 3, 2}));
  };
  model_.Output(model_.Add(channels_behind(line), channels_behind(model_.Relu(line))));

  EXPECT_EQ(Plan().transposes.size(), 2) << "the input's, and one behind the sum";
}

TEST_F(Layouts, FollowNamesOfTensors) {
  model_.Output(model_.Relu(image_));

  const LayoutPlan plan = Plan({.named = {{"t0", "NHWC", "NCHW"}, {"t1", "NHWC", "NCHW"}}});

  EXPECT_EQ(plan.tensors[0], kChannelsFirst);
  EXPECT_EQ(plan.tensors[1], kChannelsFirst);
  EXPECT_EQ(plan.transposes.size(), 0);
}

TEST_F(Layouts, RefuseWhatIsNoLayout) {
  model_.Output(model_.Pool(image_));
  EXPECT_EQ(Refusal({"x", "NHWC", "NCHW"}),
            "layout of tensor x: the model has no tensor of that name; its inputs and outputs are t0, t1");
  EXPECT_EQ(Refusal({"t0", "HWC", "CHW"}),
            "layout of tensor t0: expected a letter for each of its 4 dims, found HWC");
  EXPECT_EQ(Refusal({"t0", "NHWC", "NCHX"}),
            "layout of tensor t0: layout NCHX: expected the letters of NHWC, each once");
  EXPECT_EQ(
      Refusal({"t1", "NHWC", "NWHC"}),
      "layout of tensor t1: expected one that its operator and other layouts allow, found a contradiction");
}

}  // namespace
}  // namespace litevk
