// Sharing of run-time dims: nodes of equal content share dims at the same index.
#include "onnx/facts/run_dims.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

class RunDimsTest : public testing::Test {
 protected:
  RunDimsTest() {
    graph_.tensors.resize(8);
    node_.op_code = abi::kTfLiteBuiltinUnique;
    node_.inputs = {0};
    node_.outputs = {4, 5};
  }

  // Returns the sizes of the node's outputs, which have two unknown dims each.
  std::vector<ir::Shape> SizesOf(const ir::Node& node) {
    std::vector<ir::Shape> shapes(2, {ir::kUnknownDim, ir::kUnknownDim});
    EXPECT_TRUE(dims_.Assign(graph_, node, shapes));
    return shapes;
  }

  // Expects that the two nodes share no size.
  void ExpectOthers(const ir::Node& other) {
    const std::vector<ir::Shape> first = SizesOf(node_);
    const std::vector<ir::Shape> second = SizesOf(other);
    for (size_t output = 0; output < first.size(); ++output) {
      for (int axis = 0; axis < 2; ++axis) EXPECT_NE(first[output][axis], second[output][axis]);
    }
  }

  ir::Graph graph_;
  ir::Node node_;
  RunDims dims_ = RunDims({}, /*probe=*/0, /*finds=*/true);
};

TEST_F(RunDimsTest, AreSharedByNodesOfOneContent) {
  ir::Node other = node_;
  other.outputs = {6, 7};
  EXPECT_EQ(SizesOf(node_), SizesOf(other));
  EXPECT_EQ(dims_.dims().size(), 4U);
}

TEST_F(RunDimsTest, OfAnotherOutputOrAxisAreOthers) {
  const std::vector<ir::Shape> sizes = SizesOf(node_);
  EXPECT_NE(sizes[0][0], sizes[0][1]);
  EXPECT_NE(sizes[0][0], sizes[1][0]);
}

TEST_F(RunDimsTest, OfAnotherOperatorAreOthers) {
  ir::Node other = node_;
  other.op_code = abi::kTfLiteBuiltinWhere;
  ExpectOthers(other);
}

TEST_F(RunDimsTest, OfOtherOptionsAreOthers) {
  const abi::TfLiteGatherParams params = {.axis = 1, .batch_dims = 0};
  ir::Node other = node_;
  other.params = ir::Params(&params, sizeof(params));
  ExpectOthers(other);
}

TEST_F(RunDimsTest, OfOtherOperandsAreOthers) {
  ir::Node other = node_;
  other.inputs = {1};
  ExpectOthers(other);
}

// Simulates one node in two copies of a subgraph.
TEST_F(RunDimsTest, OfAnotherGraphAreOthers) {
  const std::vector<ir::Shape> first = SizesOf(node_);
  dims_.BeginGraph();
  EXPECT_NE(SizesOf(node_)[0][0], first[0][0]);
}

}  // namespace
}  // namespace litevk::to_onnx
