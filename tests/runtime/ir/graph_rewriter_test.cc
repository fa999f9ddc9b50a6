// Changes of a graph, after each of which producers and consumers are those of an index made anew.
#include "runtime/ir/graph_rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace litevk::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Node MakeNode(int index, std::vector<TensorId> inputs, std::vector<TensorId> outputs) {
  Node node;
  node.index = index;
  node.inputs = std::move(inputs);
  node.outputs = std::move(outputs);
  return node;
}

class GraphRewriterTest : public testing::Test {
 protected:
  // Three nodes: 0 to 1, 1 (read twice) to 2, and 2 and 4 to 3, which is an output of the graph.
  GraphRewriterTest() {
    graph_.tensors.resize(5);
    graph_.nodes = {MakeNode(0, {0, kAbsent}, {1}), MakeNode(1, {1, 1}, {2}), MakeNode(2, {2, 4}, {3})};
    graph_.outputs = {3};
  }

  std::vector<int> Indices() const {
    std::vector<int> indices;
    for (const Node& node : graph_.nodes) indices.push_back(node.index);
    return indices;
  }

  // Expects the rewriter to know what an index of the finished graph knows.
  void ExpectValid(GraphRewriter& rewriter) {
    rewriter.Finish();
    const GraphIndex index(graph_);
    for (TensorId id = 0; id < static_cast<TensorId>(graph_.tensors.size()); ++id) {
      const int producer = index.ProducerOf(id);
      EXPECT_EQ(rewriter.ProducerOf(id), producer < 0 ? std::nullopt : std::optional<size_t>(producer)) << id;
      EXPECT_EQ(rewriter.ConsumersOf(id), index.ConsumersOf(id)) << id;
      EXPECT_EQ(rewriter.UsesOf(id), index.UsesOf(id)) << id;
    }
  }

  Graph graph_;
};

TEST_F(GraphRewriterTest, KnowsTheProducerOfATensorWithOneUse) {
  const GraphRewriter rewriter(graph_);
  EXPECT_EQ(rewriter.SingleUseProducerOf(1), std::nullopt) << "one node reads it twice";
  EXPECT_EQ(rewriter.SingleUseProducerOf(2), 1U);
  EXPECT_EQ(rewriter.SingleUseProducerOf(3), 2U) << "an output of the graph uses it";
  EXPECT_EQ(rewriter.SingleUseProducerOf(4), std::nullopt) << "no node writes it";
  EXPECT_EQ(rewriter.SingleUseProducerOf(kAbsent), std::nullopt);
  EXPECT_EQ(rewriter.ProducerOf(kAbsent), std::nullopt);
}

TEST_F(GraphRewriterTest, InsertsNodesInTheOrderOfTheirInsertion) {
  GraphRewriter rewriter(graph_);
  const TensorId added = rewriter.AddTensor({});
  const size_t inserted = rewriter.InsertBefore(1, MakeNode(7, {1}, {added}));
  rewriter.InsertBefore(1, MakeNode(8, {added}, {}));
  rewriter.InsertBefore(inserted, MakeNode(6, {0}, {}));
  EXPECT_EQ(rewriter.ProducerOf(added), inserted);
  EXPECT_EQ(rewriter.UsesOf(1), 3);
  ExpectValid(rewriter);
  EXPECT_THAT(Indices(), ElementsAre(0, 6, 7, 8, 1, 2));
}

TEST_F(GraphRewriterTest, RemovedNodesKeepTheirPositionUntilTheEnd) {
  GraphRewriter rewriter(graph_);
  rewriter.RemoveNode(1);
  rewriter.RemoveNode(1);
  EXPECT_EQ(rewriter.ProducerOf(2), std::nullopt);
  EXPECT_THAT(rewriter.ConsumersOf(1), IsEmpty());
  EXPECT_EQ(rewriter.ProducerOf(3), 2U);
  ExpectValid(rewriter);
  EXPECT_THAT(Indices(), ElementsAre(0, 2));
}

TEST_F(GraphRewriterTest, ReplacesAllUsesWithThoseOfOutputs) {
  GraphRewriter rewriter(graph_);
  rewriter.ReplaceAllUses(1, 4);
  EXPECT_THAT(rewriter.ConsumersOf(4), ElementsAre(1, 2));
  EXPECT_EQ(rewriter.UsesOf(4), 3);
  rewriter.ReplaceAllUses(3, 0);
  EXPECT_THAT(graph_.outputs, ElementsAre(0));
  EXPECT_EQ(rewriter.UsesOf(3), 0);
  ExpectValid(rewriter);
}

TEST_F(GraphRewriterTest, OperandsThatAreSetAreKnown) {
  GraphRewriter rewriter(graph_);
  rewriter.SetInput(1, 0, 0);
  EXPECT_EQ(rewriter.UsesOf(1), 1);
  EXPECT_EQ(rewriter.SingleUseProducerOf(1), 0U);
  rewriter.RemoveNode(2);
  rewriter.SetOutput(1, 0, 3);
  EXPECT_EQ(rewriter.ProducerOf(3), 1U);
  EXPECT_EQ(rewriter.ProducerOf(2), std::nullopt);
  ExpectValid(rewriter);
}

TEST_F(GraphRewriterTest, ANodeMayTakeTheResultOfOneThatIsRemovedLater) {
  GraphRewriter rewriter(graph_);
  rewriter.ReplaceNode(1, MakeNode(1, {1}, {3}));
  rewriter.RemoveNode(2);
  EXPECT_EQ(rewriter.ProducerOf(3), 1U);
  ExpectValid(rewriter);
}

}  // namespace
}  // namespace litevk::ir
