#include "runtime/ir/node_order.h"

#include <gtest/gtest.h>

#include <string>

#include "delegate/verdict/verdict.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;

// The graph y = -x, z = |y|, and nodes that a test adds.
class NodeOrder : public testing::Test {
 protected:
  NodeOrder() {
    x_ = model_.Input({2});
    y_ = model_.Node(abi::kTfLiteBuiltinNeg, {x_}, {2});
    z_ = model_.Node(abi::kTfLiteBuiltinAbs, {y_}, {2});
  }
  std::string Check() { return ir::CheckNodeOrder(model_.graph()).message(); }

  ModelBuilder model_;
  int x_;
  int y_;
  int z_;
};

TEST_F(NodeOrder, IsThatOfComputation) {
  model_.AddNode(abi::kTfLiteBuiltinAdd, {x_, y_}, {model_.Tensor({2}), ir::kAbsent});
  model_.AddNode(abi::kTfLiteBuiltinAdd, {x_, ir::kAbsent}, {model_.Tensor({2}), ir::kAbsent});
  EXPECT_EQ(Check(), "");
  EXPECT_EQ(ir::CheckNodeOrder({}).message(), "");
}

TEST_F(NodeOrder, HasOneWriterOfATensor) {
  model_.AddNode(abi::kTfLiteBuiltinAbs, {z_}, {y_});
  EXPECT_EQ(Check(), "node 0 and node 2 both write tensor 1");
  model_.last_node().outputs = {model_.Tensor({2}), model_.Tensor({2})};
  EXPECT_EQ(Check(), "");
  model_.last_node().outputs[1] = model_.last_node().outputs[0];
  EXPECT_EQ(Check(), "node 2 and node 2 both write tensor 3");
}

TEST_F(NodeOrder, HasNoReaderBeforeTheWriter) {
  model_.AddNode(abi::kTfLiteBuiltinAbs, {z_}, {x_});
  EXPECT_EQ(Check(), "node 0 reads tensor 0 before node 2 writes it");
  const int own = model_.Tensor({2});
  model_.last_node().inputs = {own};
  model_.last_node().outputs = {own};
  EXPECT_EQ(Check(), "node 2 reads and writes tensor 3");
}

TEST_F(NodeOrder, OfAnotherKindIsNotForTheDelegate) {
  model_.AddNode(abi::kTfLiteBuiltinAbs, {z_}, {y_});
  for (const Verdict& verdict : JudgeGraph(model_.graph(), {})) {
    EXPECT_EQ(verdict.code, ReasonCode::kNodeOrder);
    EXPECT_EQ(verdict.reason, "node 0 and node 2 both write tensor 1");
  }
}

}  // namespace
}  // namespace litevk
