// Partitions that estimates or the policy drop.
#include "delegate/partition/partitioner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "delegate/partition/cpu_rates.h"
#include "delegate/partition/sized_graph.h"
#include "runtime/ir/open_dims.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/delegate/partition/partitioner_fixture.h"
#include "tests/host/model_builder.h"
#include "tests/host/node_groups.h"

namespace litevk {
namespace {

using test::ModelBuilder;
using testing::ElementsAre;

// A device on which a dispatch costs as much as 1 ms of work: a discrete GPU far away.
constexpr CostModel kCosts = {.limits = {},
                              .rates = {.gflops = 1000, .gbs = 100, .submit_us = 1000, .dispatch_us = 1}};

Partitioning Weigh(ModelBuilder& model, const PartitionOptions& options = {}, GraphUse use = {},
                   const CostModel& costs = kCosts) {
  const std::vector<ir::Shape> at_hand = DimsOf(model.graph());
  ir::OpenDims(ir::GraphIndex(model.graph()), model.graph());
  auto verdicts = JudgeGraph(model.graph(), gpu::DeviceLimits());
  const std::optional<ir::Graph> sized = SizeOpenDims(model.graph(), at_hand);
  use.sized = sized ? &*sized : nullptr;
  return PartitionGraph(model.graph(), ir::GraphIndex(model.graph()), std::move(verdicts), options, &costs,
                        use);
}

// Adds a convolution of 3x3, 64 to 64 channels, on 64x64: 302 million operations, 6 ms of the CPU's.
int LargeConv(ModelBuilder& model, int input) {
  const int filter = model.Floats({64, 3, 3, 64}, std::vector<float>(size_t{9} * 64 * 64));
  const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
  return model.Node(abi::kTfLiteBuiltinConv2d, {input, filter, ir::kAbsent}, {1, 64, 64, 64}, params);
}

// Returns, in order: a node on the CPU, a large CONV_2D, CPU, RELU, CPU, RELU, RELU.
ModelBuilder Mixed() {
  ModelBuilder model;
  const ir::Shape dims = {1, 64, 64, 64};
  int last = LargeConv(model, model.Node(kCpuOnly, {model.Input(dims)}, dims));
  for (const int code : {kCpuOnly, kRelu, kCpuOnly, kRelu, kRelu}) last = model.Node(code, {last}, dims);
  model.SetOutputs({last});
  return model;
}

TEST(PartitionPolicyTest, LeavesACheapNodeBetweenOthers) {
  ModelBuilder model = Chain({kCpuOnly, kRelu, kCpuOnly});
  const Partitioning result = Weigh(model);
  EXPECT_TRUE(result.partitions.empty());
  EXPECT_EQ(result.verdicts[1].code, ReasonCode::kNotWorthIt);
  EXPECT_EQ(result.verdicts[1].reason,
            "its partition of 1 node would take about 1000 us on the device, of which 1000 us submit and "
            "transfer, and 1 us on the CPU; " +
                RuleOf(kMostTimesOfPartition));
}

TEST(PartitionPolicyTest, TakesALargeConvolutionAlone) {
  ModelBuilder model = Mixed();
  const Partitioning result = Weigh(model);
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(1)));
  EXPECT_THAT(Codes(result),
              ElementsAre(ReasonCode::kOpNotListed, ReasonCode::kSupported, ReasonCode::kOpNotListed,
                          ReasonCode::kNotWorthIt, ReasonCode::kOpNotListed, ReasonCode::kNotWorthIt,
                          ReasonCode::kNotWorthIt));
  ASSERT_EQ(result.estimates.size(), 3U);
  EXPECT_THAT(result.estimates[0].positions, ElementsAre(3));
  EXPECT_FALSE(result.estimates[0].is_claimed);
  EXPECT_THAT(result.estimates[2].positions, ElementsAre(1));
  EXPECT_TRUE(result.estimates[2].is_claimed);
  EXPECT_LT(result.estimates[2].cost.device_us, result.estimates[2].cost.cpu_us);
}

TEST(PartitionPolicyTest, LeavesAWholeGraphThatIsFarTooSmall) {
  ModelBuilder model = Chain({kRelu, kRelu});
  const Partitioning result = Weigh(model);
  EXPECT_TRUE(result.partitions.empty());
  EXPECT_EQ(result.verdicts[0].code, ReasonCode::kGraphNotWorthIt);
  EXPECT_EQ(
      result.verdicts[0].reason,
      "the whole graph would take about 1000 us on the device, of which 1000 us submit and transfer, and 2 "
      "us on the CPU; " +
          RuleOf(kMostTimesOfGraph));
  EXPECT_FALSE(Weigh(model, {.policy = PartitionPolicy::kAll}).partitions.empty());
}

// Returns a device that takes so many times as long as the CPU for a RELU of many values.
gpu::DeviceRates RatesOfRelu(double times) {
  constexpr double kPerUs = 1e3;
  ModelBuilder model;
  const ir::Shape dims = {10'000'000};
  model.SetOutputs({model.Node(kRelu, {model.Input(dims)}, dims)});
  const ir::NodeView view = {model.graph(), model.last_node()};
  const double cpu_us = CpuNodeUs(view, CostModel().cpu);
  const double bytes = FindOpInfo(view.node())->cost(view).bytes;
  return {.gflops = 1e6, .gbs = bytes / (times * cpu_us * kPerUs), .submit_us = 1, .dispatch_us = 1};
}

// A device that takes three times as long as the CPU: too long for only a part of a graph.
TEST(PartitionPolicyTest, TakesAWholeGraphUnlessItTakesFourTimesAsLong) {
  const auto whole = [] {
    ModelBuilder model;
    const ir::Shape dims = {10'000'000};
    model.SetOutputs({model.Node(kRelu, {model.Input(dims)}, dims)});
    return model;
  };
  const auto costs = [](double times) { return CostModel{.limits = {}, .rates = RatesOfRelu(times)}; };
  ModelBuilder model = whole();
  const Partitioning taken = Weigh(model, {}, {}, costs(3));
  EXPECT_EQ(taken.partitions.size(), 1U);
  EXPECT_EQ(taken.most_times, kMostTimesOfGraph);
  model = whole();
  EXPECT_TRUE(Weigh(model, {}, {}, costs(5)).partitions.empty());
  model = whole();
  const Partitioning called = Weigh(model, {}, {.is_called = true}, costs(3));
  EXPECT_EQ(called.verdicts[0].code, ReasonCode::kNotWorthIt) << "a branch or a body is a part";
}

// A device that takes one and a half times as long as the CPU.
TEST(PartitionPolicyTest, ADriverOnTheCpuTakesWhatItMakesFaster) {
  const auto times = [](double slower, bool is_cpu_driver) {
    ModelBuilder model;
    const ir::Shape dims = {10'000'000};
    model.SetOutputs({model.Node(kRelu, {model.Input(dims)}, dims)});
    return Weigh(model, {}, {}, {.limits = {}, .rates = RatesOfRelu(slower), .is_cpu_driver = is_cpu_driver});
  };
  EXPECT_EQ(times(1.5, false).partitions.size(), 1U);
  const Partitioning left = times(1.5, true);
  EXPECT_TRUE(left.partitions.empty());
  EXPECT_THAT(left.verdicts[0].reason, testing::HasSubstr(RuleOf(kMostTimesOfCpuDriver)));
  EXPECT_EQ(times(0.9, true).partitions.size(), 1U);
}

TEST(PartitionPolicyTest, WhatTheInterpreterCannotRunIsTaken) {
  ModelBuilder model = Mixed();
  const std::vector<bool> only_here = {false, false, false, false, false, false, true};
  const Partitioning result = Weigh(model, {}, {.only_here = &only_here});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(1), ElementsAre(5, 6)));
  ASSERT_EQ(result.estimates.size(), 3U);
  EXPECT_FALSE(result.estimates[0].is_only_here);
  EXPECT_TRUE(result.estimates[2].is_only_here);
}

// Returns a model as Keras exports nearly every network: the batch is open, and 1 when a delegate is applied.
ModelBuilder OpenBatch(int batch) {
  ModelBuilder model;
  const ir::Shape dims = {batch, 4};
  const int input = model.Input(dims);
  model.tensor(input).signature = {ir::kUnknownDim, 4};
  const int on_cpu = model.Node(kCpuOnly, {input}, dims);
  model.tensor(on_cpu).signature = {ir::kUnknownDim, 4};
  const int relu = model.Node(kRelu, {on_cpu}, dims);
  model.tensor(relu).signature = {ir::kUnknownDim, 4};
  model.SetOutputs({model.Node(kRelu, {relu}, dims)});
  model.tensor(model.subgraph().outputs[0]).signature = {ir::kUnknownDim, 4};
  return model;
}

TEST(PartitionPolicyTest, OpenDimsCountAsTheyAreWhenTheDelegateIsApplied) {
  ModelBuilder model = OpenBatch(1);
  const Partitioning result = Weigh(model);
  EXPECT_TRUE(result.partitions.empty());
  ASSERT_EQ(result.estimates.size(), 1U);
  EXPECT_TRUE(result.estimates[0].assumes_dims);
  EXPECT_THAT(result.verdicts[1].reason,
              testing::HasSubstr(", with the dims that were known when the delegate was applied; "));
  ModelBuilder large = OpenBatch(10'000'000);
  EXPECT_THAT(Weigh(large).partitions, ElementsAre(ElementsAre(1, 2)));
}

// Each step of a loop may have other dims, and a plan for them has to be made.
TEST(PartitionPolicyTest, OpenDimsInALoopCostAPlanInEachStep) {
  constexpr CostModel kFast = {.limits = {},
                               .rates = {.gflops = 1000, .gbs = 100, .submit_us = 0.1, .dispatch_us = 0.1}};
  ModelBuilder model = OpenBatch(1);
  EXPECT_EQ(Weigh(model, {}, {}, kFast).partitions.size(), 1U);
  model = OpenBatch(1);
  const Partitioning in_loop = Weigh(model, {}, {.is_called = true, .is_replanned = true}, kFast);
  EXPECT_TRUE(in_loop.partitions.empty());
  EXPECT_EQ(in_loop.estimates[0].cost.plan_us, kPlanUs);
  ModelBuilder closed = Chain({kCpuOnly, kRelu});
  EXPECT_EQ(Weigh(closed, {}, {.is_called = true, .is_replanned = true}, kFast).partitions.size(), 1U);
}

// An option that leaves nodes out makes a graph incomplete.
TEST(PartitionPolicyTest, APartOfAGraphIsWeighed) {
  ModelBuilder model = Chain({kRelu, kRelu});
  EXPECT_TRUE(Weigh(model, {.first_node = 1}).partitions.empty());
}

TEST(PartitionPolicyTest, AllTakesEverything) {
  ModelBuilder model = Mixed();
  const Partitioning result = Weigh(model, {.policy = PartitionPolicy::kAll});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(1), ElementsAre(3), ElementsAre(5, 6)));
  ASSERT_EQ(result.estimates.size(), 3U);
  EXPECT_TRUE(result.estimates[1].cost.IsSlower(kMostTimesOfPartition));
}

TEST(PartitionPolicyTest, WhatDoesNotPayTakesNoPlaceOfThoseThatDo) {
  ModelBuilder model = Mixed();
  EXPECT_THAT(Weigh(model, {.max_partitions = 1}).partitions, ElementsAre(ElementsAre(1)));
  const Partitioning all = Weigh(model, {.policy = PartitionPolicy::kAll, .max_partitions = 1});
  EXPECT_THAT(all.partitions, ElementsAre(ElementsAre(5, 6)));
}

TEST(PartitionPolicyTest, SmallnessIsNamedFirst) {
  ModelBuilder model = Mixed();
  const Partitioning result = Weigh(model, {.min_nodes = 2});
  EXPECT_TRUE(result.partitions.empty());
  EXPECT_EQ(result.verdicts[1].code, ReasonCode::kMinNodes);
  EXPECT_EQ(result.verdicts[3].code, ReasonCode::kMinNodes);
  EXPECT_EQ(result.verdicts[5].code, ReasonCode::kNotWorthIt);
}

// A constant has no run to pay for, but a dropped partition needs none.
TEST(PartitionPolicyTest, ConstantsFollowTheirPartition) {
  ModelBuilder model;
  const int stored = model.Floats({4}, {1, 2, 3, 4});
  const int constant = model.Node(kRelu, {stored}, {4});
  const int on_cpu = model.Node(kCpuOnly, {model.Input({4})}, {4});
  const int sum = model.Node(kAdd, {on_cpu, constant}, {4}, kNoActivation);
  model.SetOutputs({model.Node(kCpuOnly, {sum}, {4})});
  EXPECT_THAT(Codes(Weigh(model)), ElementsAre(ReasonCode::kConstantLeft, ReasonCode::kOpNotListed,
                                               ReasonCode::kNotWorthIt, ReasonCode::kOpNotListed));
}

}  // namespace
}  // namespace litevk
