// Producers and consumers of tensors, in whole graphs and in parts of them.
#include "runtime/ir/graph_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

namespace litevk::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Three nodes: 0 to 1, 1 (read twice) to 2, and 2 and 4 to 3, which is an output of the graph.
Graph ThreeNodes() {
  Graph graph;
  graph.tensors.resize(5);
  const auto add = [&](std::vector<TensorId> inputs, std::vector<TensorId> outputs) {
    Node node;
    node.index = 10 + static_cast<int>(graph.nodes.size());
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    graph.nodes.push_back(std::move(node));
  };
  add({0, kAbsent}, {1});
  add({1, 1}, {2});
  add({2, 4}, {3, kAbsent});
  graph.inputs = {0};
  graph.outputs = {3};
  return graph;
}

TEST(GraphIndex, ListsAConsumerThatReadsTwiceOnce) {
  const GraphIndex index(ThreeNodes());
  EXPECT_EQ(index.ProducerOf(0), -1);
  EXPECT_EQ(index.ProducerOf(3), 2);
  EXPECT_THAT(index.ConsumersOf(1), ElementsAre(1));
  EXPECT_EQ(index.UsesOf(1), 2);
  EXPECT_EQ(index.positions.at(12), 2);
}

TEST(GraphIndex, CountsOutputsOfTheGraphAsUses) {
  const GraphIndex index(ThreeNodes());
  EXPECT_EQ(index.UsesOf(3), 1);
  EXPECT_TRUE(index.IsOutput(3));
  EXPECT_FALSE(index.IsOutput(2));
  EXPECT_THAT(index.ConsumersOf(3), IsEmpty());
}

TEST(GraphIndex, OfAPartKnowsTheNodesOfThePart) {
  const std::array nodes = {1, 2};
  const std::array<TensorId, 1> returned = {2};
  const GraphIndex index(ThreeNodes(), nodes, returned);
  EXPECT_EQ(index.ProducerOf(1), -1);
  EXPECT_TRUE(index.IsOutput(2));
  EXPECT_FALSE(index.IsOutput(3));
  EXPECT_EQ(index.UsesOf(2), 2);
}

TEST(GraphIndex, KeepsTheConsumersInOrder) {
  GraphIndex index(2);
  const std::array<TensorId, 1> read = {0};
  for (const int position : {4, 1, 7, 4}) index.AddNode(position, read, {});
  EXPECT_THAT(index.ConsumersOf(0), ElementsAre(1, 4, 7));
}

TEST(GraphIndex, ForgetsARemovedNodeUnlessAnotherWritesItsResultNow) {
  const Graph graph = ThreeNodes();
  GraphIndex index(graph);
  index.RemoveNode(1, graph.nodes[1].inputs, graph.nodes[1].outputs);
  EXPECT_THAT(index.ConsumersOf(1), IsEmpty());
  EXPECT_EQ(index.UsesOf(1), 0);
  EXPECT_EQ(index.ProducerOf(2), -1);
  index.AddNode(0, {}, graph.nodes[2].outputs);
  index.RemoveNode(2, graph.nodes[2].inputs, graph.nodes[2].outputs);
  EXPECT_EQ(index.ProducerOf(3), 0);
}

}  // namespace
}  // namespace litevk::ir
