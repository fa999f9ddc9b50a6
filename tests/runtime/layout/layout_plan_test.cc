#include "runtime/layout/layout_plan.h"

#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

const Order kChannelsFirst = {0, 3, 1, 2};

ir::Tensor Float(ir::Shape dims) { return {.type = ir::DataType::kFloat32, .dims = std::move(dims)}; }

TEST(LayoutPlan, GivesPoolsChannelsFirstAndOthersTheirOwnOrder) {
  ir::Graph graph;
  graph.tensors = {Float({1, 4, 4, 3}), Float({1, 2, 2, 3}), Float({1, 12})};
  graph.nodes = {{.op_code = abi::kTfLiteBuiltinMaxPool2d, .inputs = {0}, .outputs = {1}},
                 {.op_code = abi::kTfLiteBuiltinReshape, .inputs = {1}, .outputs = {2}}};

  const Result<LayoutPlan> plan = PlanLayouts(graph, {});

  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->nodes[0].inputs, std::vector<Order>{kChannelsFirst});
  EXPECT_EQ(plan->nodes[0].outputs, std::vector<Order>{kChannelsFirst});
  EXPECT_EQ(plan->nodes[1].inputs, std::vector<Order>{Order()});
  EXPECT_EQ(plan->tensors, (std::vector<Order>{{}, kChannelsFirst, {}}));
}

}  // namespace
}  // namespace litevk
