// Writers of values with one reader, even in graphs of files that omit results.
#include "onnx/passes/value_uses.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "onnx/passes/fold_biases.h"
#include "onnx/passes/join_dilation.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk::to_onnx {
namespace {

// Three nodes: 0 to 1, 1 (read twice) to 2, and 2 and 4 to 3, an output of the graph. No node writes 4.
ir::Graph ThreeNodes() {
  ir::Graph graph;
  graph.tensors.resize(5);
  const auto add = [&](std::vector<ir::TensorId> inputs, std::vector<ir::TensorId> outputs) {
    ir::Node node;
    node.op_code = abi::kTfLiteBuiltinAdd;
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    graph.nodes.push_back(std::move(node));
  };
  add({0, ir::kAbsent}, {1});
  add({1, 1}, {2});
  add({2, 4}, {3});
  graph.inputs = {0};
  graph.outputs = {3};
  return graph;
}

TEST(ValueUses, KnowTheWritersOfWhatIsReadOnce) {
  ValueUses uses(ThreeNodes());
  EXPECT_EQ(uses.SoleWriterOf(1), std::nullopt) << "read twice, by one node";
  EXPECT_EQ(uses.SoleWriterOf(2), 1U);
  EXPECT_EQ(uses.SoleWriterOf(3), 2U) << "read by the graph's output";
  EXPECT_EQ(uses.SoleWriterOf(4), std::nullopt) << "nobody writes it";
  EXPECT_EQ(uses.SoleWriterOf(ir::kAbsent), std::nullopt);
  EXPECT_EQ(uses.SoleWriterOf(5), std::nullopt) << "newer than the uses";
  uses.SetWriter(2, 0);
  EXPECT_EQ(uses.SoleWriterOf(2), 0U);
}

TEST(ValueUses, TakeGraphsThatLeaveResultsOut) {
  ir::Graph graph = ThreeNodes();
  graph.nodes[1].outputs = {ir::kAbsent};
  EXPECT_EQ(ValueUses(graph).SoleWriterOf(2), std::nullopt);
  FoldBiases(graph);
  JoinDilation(graph);
  EXPECT_EQ(graph.nodes.size(), 3U);
}

TEST(ValueUses, NodesAreRemovedByPosition) {
  ir::Graph graph = ThreeNodes();
  RemoveNodes({false, true, false}, graph);
  ASSERT_EQ(graph.nodes.size(), 2U);
  EXPECT_EQ(graph.nodes[0].outputs.front(), 1);
  EXPECT_EQ(graph.nodes[1].outputs.front(), 3);
}

}  // namespace
}  // namespace litevk::to_onnx
