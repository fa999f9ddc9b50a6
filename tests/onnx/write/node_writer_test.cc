// Operands of a node that its operator's file reads and writes.
#include "onnx/write/node_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk::to_onnx {
namespace {

// Subgraphs of a node that calls none.
class NoSubgraphs final : public SubgraphCalls {
  Result<CalledValues> Write(int /*subgraph*/, const CalledValues& /*inputs*/,
                             GraphWriter& /*writer*/) override {
    return Internal("the node calls no subgraph");
  }
};

// A node of one input "x" and one output "y", written by the row of ABS or with other types.
class NodeWriterTest : public testing::Test {
 protected:
  void SetUp() override {
    graph_.tensors.assign(2, {.name = "x", .type = ir::DataType::kFloat32, .dims = {2, 3}});
    graph_.tensors[1].name = "y";
    node_.op_code = abi::kTfLiteBuiltinAbs;
    node_.inputs = {0};
    node_.outputs = {1};
  }

  void SetType(ir::DataType type) {
    for (ir::Tensor& tensor : graph_.tensors) tensor.type = type;
  }

  // Begins to write the node with a kernel for these types.
  NodeWriter& Begin(TypeSet native) {
    const OpRow& abs = *FindOpRow(abi::kTfLiteBuiltinAbs);
    row_.emplace(OpRow{.info = abs.info, .write = abs.write, .types = {.native = native}});
    values_.Define(0, "x", {});
    const NodeContext context = {graph_, node_, layout_, *row_, settings_};
    return writer_.emplace(context, NodeWriter::Target{values_, onnx_, states_, subgraphs_});
  }

  ir::Graph graph_;
  ir::Node node_;
  NodeLayout layout_ = {{Permutation()}, {Permutation()}, {}};
  OpSettings settings_;
  std::optional<OpRow> row_;
  ::onnx::GraphProto proto_;
  GraphWriter onnx_{proto_};
  TensorValues values_{graph_, onnx_, /*opset=*/17};
  States states_;
  NoSubgraphs subgraphs_;
  std::optional<NodeWriter> writer_;
};

TEST_F(NodeWriterTest, EveryOutputHasToBeWritten) {
  NodeWriter& node = Begin({});
  EXPECT_EQ(node.CheckWritten().message(), "output 0 was not written");
  node.Write(0, node.onnx().Add("Abs", {node.Read(0)}));
  EXPECT_TRUE(node.CheckWritten().ok());
  EXPECT_TRUE(values_.IsDefined(1));
}

TEST_F(NodeWriterTest, OperandsWithoutAKernelAreCastAndBack) {
  SetType(ir::DataType::kInt16);
  NodeWriter& node = Begin({ir::DataType::kInt32});
  node.Write(0, node.onnx().Add("Abs", {node.Read(0)}));
  EXPECT_TRUE(node.CheckWritten().ok());
  ASSERT_EQ(proto_.node_size(), 3);
  EXPECT_EQ(proto_.node(0).attribute(0).i(), OnnxType(ir::DataType::kInt32));
  EXPECT_EQ(proto_.node(1).op_type(), "Abs");
  EXPECT_EQ(proto_.node(2).attribute(0).i(), OnnxType(ir::DataType::kInt16));
}

TEST_F(NodeWriterTest, TypesThatNoKernelHoldsAreRefused) {
  SetType(ir::DataType::kInt64);
  NodeWriter& node = Begin({ir::DataType::kInt32});
  node.Write(0, node.Read(0));
  EXPECT_EQ(node.CheckWritten().message(), "onnxruntime has no kernel of it for int64");
}

TEST_F(NodeWriterTest, ScalarsHaveTheTypeThatIsRead) {
  SetType(ir::DataType::kInt16);
  NodeWriter& node = Begin({ir::DataType::kInt32});
  node.ScalarLike(node.input(0), 1);
  ASSERT_EQ(proto_.initializer_size(), 1);
  EXPECT_EQ(proto_.initializer(0).data_type(), OnnxType(ir::DataType::kInt32));
}

TEST_F(NodeWriterTest, StatesThatTheGraphLacksAreRefused) {
  NodeWriter& node = Begin({});
  EXPECT_EQ(node.ReadState(0), "");
  node.Write(0, node.Read(0));
  EXPECT_EQ(node.CheckWritten().message(), "it has a variable that the main graph does not declare");
}

}  // namespace
}  // namespace litevk::to_onnx
