// Dispatches keep to the iterations that a device allows one invocation, or state how many they take.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "runtime/exec/graph_check.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

class IterationsTest : public testing::Test {
 protected:
  gpu::Graph Lowered(ir::TensorId input, ir::TensorId output) const {
    return Lower(test::Judged(builder_.graph(), limits_), builder_.AllPositions(), std::array{input},
                 std::array{output}, {})
        .graph;
  }
  gpu::Graph RunningSums(int dim) {
    const ir::TensorId input = builder_.Runtime({2, dim});
    const abi::TfLiteCumsumParams params = {};
    return Lowered(input, builder_.Node(abi::kTfLiteBuiltinCumsum, {input, builder_.Ints({}, {1})}, {2, dim},
                                        ir::Params(&params, sizeof(params))));
  }

  gpu::DeviceLimits limits_;
  GraphBuilder builder_;
};

TEST_F(IterationsTest, ALineOfRunningSumsTakesAsManyDispatchesAsItNeeds) {
  limits_.max_loop_iterations = 4;
  const gpu::Graph graph = RunningSums(10);
  ASSERT_EQ(graph.dispatches.size(), 3U);
  EXPECT_EQ(graph.dispatches[0].iterations, 4U);
  EXPECT_EQ(graph.dispatches[2].iterations, 2U);
  EXPECT_TRUE(CheckGraph(graph, limits_).ok());
}

TEST_F(IterationsTest, ALineThatFitsTakesOne) { EXPECT_EQ(RunningSums(65535).dispatches.size(), 1U); }

TEST_F(IterationsTest, LanesShareTheWalkOfIntegers) {
  const ir::TensorId input = builder_.Runtime({1, 224, 224, 4}, ir::DataType::kInt8);
  const abi::TfLiteReducerParams params = {};
  const ir::TensorId output = builder_.Node(abi::kTfLiteBuiltinReduceMax, {input, builder_.Ints({2}, {1, 2})},
                                            {1, 4}, ir::Params(&params, sizeof(params)), ir::DataType::kInt8);
  const gpu::Graph graph = Lowered(input, output);
  ASSERT_EQ(graph.dispatches.size(), 1U);
  EXPECT_LT(graph.dispatches[0].iterations, 2000U);
}

TEST_F(IterationsTest, WhatIsNotSplitSaysHowManyItTakes) {
  const ir::TensorId input = builder_.Runtime({1, 1, 1, 70000});
  const abi::TfLiteLocalResponseNormParams params = {.radius = 34000, .bias = 1, .alpha = 1, .beta = 0.5F};
  const gpu::Graph graph =
      Lowered(input, builder_.Node(abi::kTfLiteBuiltinLocalResponseNormalization, {input}, {1, 1, 1, 70000},
                                   ir::Params(&params, sizeof(params))));
  const Status status = CheckGraph(graph, limits_);
  EXPECT_NE(status.message().find("it takes 68004 iterations in one invocation, the device allows 65535"),
            std::string::npos)
      << status.message();
}

}  // namespace
}  // namespace litevk
