#include "delegate/partition/partitioner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "delegate/partition/sized_graph.h"
#include "runtime/ir/open_dims.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/delegate/partition/partitioner_fixture.h"
#include "tests/host/model_builder.h"
#include "tests/host/node_groups.h"

namespace litevk {
namespace {

using test::ModelBuilder;
using testing::ElementsAre;

Partitioning Partition(ModelBuilder& model, const PartitionOptions& options = {}) {
  auto verdicts = JudgeGraph(model.graph(), gpu::DeviceLimits());
  return PartitionGraph(model.graph(), ir::GraphIndex(model.graph()), std::move(verdicts), options);
}

TEST(PartitionerTest, SplitsAtUnsupportedNodes) {
  ModelBuilder model = Chain({kRelu, kRelu, kCpuOnly, kRelu});
  const Partitioning result = Partition(model);
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(0, 1), ElementsAre(3)));
  EXPECT_EQ(result.verdicts[2].code, ReasonCode::kOpNotListed);
}

// An unsupported branch: the ADD reads both sides, so it cannot join the RELU before the CPU node.
TEST(PartitionerTest, PartitionsAreConvex) {
  ModelBuilder model;
  const int input = model.Input({4});
  const int relu = model.Node(kRelu, {input}, {4});
  const int on_cpu = model.Node(kCpuOnly, {relu}, {4});
  const int tanh = model.Node(abi::kTfLiteBuiltinTanh, {relu}, {4});
  model.SetOutputs({model.Node(kAdd, {on_cpu, tanh}, {4}, kNoActivation)});
  EXPECT_THAT(Partition(model).partitions, ElementsAre(ElementsAre(0, 2), ElementsAre(3)));
}

TEST(PartitionerTest, NodeRange) {
  ModelBuilder model = Chain({kRelu, kRelu, kRelu, kRelu});
  const Partitioning result = Partition(model, {.first_node = 1, .last_node = 2});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(1, 2)));
  EXPECT_EQ(result.verdicts[0].code, ReasonCode::kNodeRange);
  EXPECT_EQ(result.verdicts[3].code, ReasonCode::kNodeRange);
}

TEST(PartitionerTest, AllowedCode) {
  ModelBuilder model = Chain({kRelu, abi::kTfLiteBuiltinTanh, kRelu});
  const Partitioning result = Partition(model, {.allowed_op_code = kRelu});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(0), ElementsAre(2)));
  EXPECT_EQ(result.verdicts[1].code, ReasonCode::kNotAllowed);
}

TEST(PartitionerTest, KeepsTheLargestPartitions) {
  ModelBuilder model = Chain({kRelu, kCpuOnly, kRelu, kRelu, kRelu, kCpuOnly, kRelu, kRelu});
  const Partitioning result = Partition(model, {.max_partitions = 2});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(2, 3, 4), ElementsAre(6, 7)));
  EXPECT_EQ(result.verdicts[0].code, ReasonCode::kMaxPartitions);
}

TEST(PartitionerTest, DropsSmallPartitions) {
  ModelBuilder model = Chain({kRelu, kCpuOnly, kRelu, kRelu});
  const Partitioning result = Partition(model, {.min_nodes = 2});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(2, 3)));
  EXPECT_EQ(result.verdicts[0].code, ReasonCode::kMinNodes);
}

// Constants do not make a partition large, and a dropped partition needs none.
TEST(PartitionerTest, ConstantsDoNotCount) {
  ModelBuilder model;
  const int input = model.Input({4});
  const int stored = model.Floats({4}, {1, 2, 3, 4});
  const int constant = model.Node(kRelu, {stored}, {4});
  const int sum = model.Node(kAdd, {input, constant}, {4}, kNoActivation);
  const int on_cpu = model.Node(kCpuOnly, {sum}, {4});
  const int relu = model.Node(kRelu, {on_cpu}, {4});
  model.SetOutputs({model.Node(kRelu, {relu}, {4})});
  EXPECT_THAT(Partition(model).partitions, ElementsAre(ElementsAre(0, 1), ElementsAre(3, 4)));
  const Partitioning result = Partition(model, {.min_nodes = 2});
  EXPECT_THAT(result.partitions, ElementsAre(ElementsAre(3, 4)));
  EXPECT_THAT(Codes(result),
              ElementsAre(ReasonCode::kMinNodes, ReasonCode::kMinNodes, ReasonCode::kOpNotListed,
                          ReasonCode::kSupported, ReasonCode::kSupported));
}

TEST(PartitionerTest, UnreadConstantsStay) {
  ModelBuilder model;
  const int stored = model.Floats({4}, {1, 2, 3, 4});
  const int constant = model.Node(kRelu, {stored}, {4});
  const int twice = model.Node(kRelu, {constant}, {4});
  model.SetOutputs({model.Node(kCpuOnly, {twice}, {4})});
  EXPECT_THAT(Codes(Partition(model)),
              ElementsAre(ReasonCode::kConstantLeft, ReasonCode::kConstantLeft, ReasonCode::kOpNotListed));
}

TEST(PartitionerTest, AResultThatNoInputDecidesIsClaimedWhereNoNodeIsToBeLeft) {
  ModelBuilder model;
  const int input = model.Input({4});
  const int stored = model.Floats({4}, {1, 2, 3, 4});
  model.SetOutputs({model.Node(kRelu, {stored}, {4}), model.Node(kRelu, {input}, {4})});
  EXPECT_THAT(Codes(Partition(model)), ElementsAre(ReasonCode::kConstantLeft, ReasonCode::kSupported));
  for (const OnLeftNodes on_left_nodes : {OnLeftNodes::kWarn, OnLeftNodes::kError}) {
    EXPECT_THAT(Partition(model, {.on_left_nodes = on_left_nodes}).partitions,
                ElementsAre(ElementsAre(0, 1)));
  }
}

// The interpreter computes a constant that a node of each side reads, and the delegate folds it all the same.
TEST(PartitionerTest, ConstantsReadOutsideStay) {
  ModelBuilder model;
  const int input = model.Input({4});
  const int stored = model.Floats({4}, {1, 2, 3, 4});
  const int constant = model.Node(kRelu, {stored}, {4});
  const int on_cpu = model.Node(kCpuOnly, {constant}, {4});
  const int sum = model.Node(kAdd, {input, constant}, {4}, kNoActivation);
  model.SetOutputs({on_cpu, sum});
  EXPECT_THAT(Codes(Partition(model)),
              ElementsAre(ReasonCode::kConstantLeft, ReasonCode::kOpNotListed, ReasonCode::kSupported));
}

// The value of a constant does not depend on what runs its node.
TEST(PartitionerTest, FoldedConstantOfAnExcludedNode) {
  ModelBuilder model;
  const int input = model.Input({1, 4});
  const int stored = model.Floats({2, 4}, std::vector<float>(8, 1));
  const int weights = model.Node(kRelu, {stored}, {2, 4});
  const abi::TfLiteFullyConnectedParams params = {};
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinFullyConnected, {input, weights}, {1, 2}, params)});
  const Partitioning result = Partition(model, {.first_node = 1});
  EXPECT_THAT(Codes(result), ElementsAre(ReasonCode::kNodeRange, ReasonCode::kSupported));
  EXPECT_EQ(model.tensor(weights).constness, ir::Constness::kFolded);
}

// Random graphs with random claims, against TFLite's own algorithm in the imitated interpreter.
TEST(PartitionerTest, GroupsAsTheRuntimeDoes) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    ModelBuilder model;
    std::vector<int> tensors = {model.Input({4}), model.Input({4})};
    const size_t nodes = 1 + random() % 20;
    std::vector<bool> is_claimed;
    std::vector<int> claimed;
    for (size_t i = 0; i < nodes; ++i) {
      const int a = tensors[random() % tensors.size()];
      const int b = tensors[random() % tensors.size()];
      tensors.push_back(model.Node(kAdd, {a, b}, {4}, kNoActivation));
      is_claimed.push_back(random() % 3 != 0);
      if (is_claimed.back()) claimed.push_back(static_cast<int>(i));
    }
    std::vector<std::vector<int>> expected;
    for (auto& group : test::GroupByEpochs(model.subgraph(), claimed)) {
      std::ranges::sort(group.nodes);
      if (group.is_claimed) expected.push_back(group.nodes);
    }
    EXPECT_EQ(GroupNodes(model.graph(), ir::GraphIndex(model.graph()), is_claimed), expected)
        << "round " << round;
  }
}

}  // namespace
}  // namespace litevk
