#include "runtime/graph/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/runtime/graph/planned_graph.h"
#include "tests/runtime/graph/random_gpu_graph.h"

namespace litevk::gpu {
namespace {

TEST(MemoryPlanTest, RandomGraphsKeepLiveTensorsApart) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const Graph graph = RandomGraph(random);
    CheckPlan(graph, PlanMemory(graph, Limits()));
    if (HasFailure()) return;
  }
}

// Each allocation holds whole tensors.
TEST(MemoryPlanTest, NoTensorLiesInTwoBlocks) {
  DeviceLimits limits = Limits();
  limits.max_allocation_bytes = 8200;
  const Blocks blocks(limits);
  size_t most_blocks = 0;
  for (uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const Graph graph = RandomGraph(random);
    const MemoryPlan plan = PlanMemory(graph, limits);
    CheckPlan(graph, plan);
    for (const Placement& placement : plan.placements) {
      ASSERT_LE(placement.bytes, limits.max_allocation_bytes);
      if (placement.bytes == 0) continue;
      const size_t block = blocks.IndexOf(placement.offset_bytes);
      EXPECT_EQ(block, blocks.IndexOf(placement.offset_bytes + placement.bytes - 1));
      most_blocks = std::max(most_blocks, block + 1);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(most_blocks, 1U);
}

TEST(MemoryPlanTest, BlocksAreAsLargeAsTheyMayBeAndTheLastAsLargeAsNeeded) {
  DeviceLimits limits = Limits();
  limits.max_allocation_bytes = 1000;
  const Blocks blocks(limits);
  EXPECT_EQ(blocks.Split(0), std::vector<uint64_t>());
  EXPECT_EQ(blocks.Split(960), std::vector<uint64_t>({960}));
  EXPECT_EQ(blocks.Split(2000), std::vector<uint64_t>({960, 960, 80}));
  EXPECT_EQ(blocks.Fit(1, 64), 64U);
  EXPECT_EQ(blocks.Fit(896, 64), 896U);
  EXPECT_EQ(blocks.Fit(896, 68), 960U);
  EXPECT_EQ(blocks.Within(blocks.Fit(900, 64)), 0U);
}

TEST(MemoryPlanTest, PartsLieInTheTensorThatTheyAreOf) {
  Graph graph;
  const TensorId whole = AddTensor(graph, 320);
  const TensorId half = AddTensor(graph, 192, whole);
  graph.tensors.back().offset_bytes = 128;
  const TensorId quarter = AddTensor(graph, 64, half);
  graph.tensors.back().offset_bytes = 64;
  const TensorId rows = AddTensor(graph, 320, whole);
  graph.tensors.back().rows = {8, 8, 32};
  const TensorId reshaped = AddTensor(graph, 80, rows);
  for (const TensorId id : {whole, half, quarter, rows, reshaped}) AddDispatch(graph, {}, id);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  EXPECT_EQ(plan.arena_bytes, 320U);
  const auto placement = [&](TensorId id) { return plan.placements[static_cast<size_t>(id)]; };
  EXPECT_EQ(placement(half).offset_bytes, 128U);
  EXPECT_EQ(placement(half).bytes, 192U);
  EXPECT_EQ(placement(quarter).offset_bytes, 192U);
  EXPECT_EQ(placement(quarter).bytes, 64U);
  // Rows are bound as the whole tensor, and aliases of them have the same rows.
  for (const TensorId id : {rows, reshaped}) {
    EXPECT_EQ(placement(id).bytes, 320U);
    EXPECT_EQ(placement(id).rows, (RowBytes{8, 8, 32}));
  }
}

TEST(MemoryPlanTest, UnusedTensorsTakeNoMemory) {
  Graph graph;
  AddTensor(graph, 64);
  AddTensor(graph, 64);
  graph.tensors.back().is_constant = true;
  const MemoryPlan plan = PlanMemory(graph, Limits());
  for (const Placement& placement : plan.placements) EXPECT_EQ(placement.bytes, 0U);
  EXPECT_EQ(plan.arena_bytes + plan.io_bytes + plan.constant_bytes, 0U);
}

TEST(MemoryPlanTest, ConstantThatIsAnOutputStaysAConstant) {
  Graph graph;
  AddTensor(graph, 64);
  graph.tensors.back().is_constant = true;
  AddTensor(graph, 64, 0);
  graph.tensors.back().is_output = true;
  const MemoryPlan plan = PlanMemory(graph, Limits());
  EXPECT_EQ(plan.placements[1].region, Region::kConstants);
  EXPECT_EQ(plan.placements[1].bytes, 64U);
  EXPECT_EQ(plan.io_bytes, 0U);
}

TEST(MemoryPlanTest, BoundEmptyTensorHasARange) {
  Graph graph;
  const TensorId input = AddTensor(graph, 0);
  graph.tensors.back().is_input = true;
  const TensorId output = AddTensor(graph, 0);
  graph.tensors.back().is_output = true;
  AddDispatch(graph, {input}, output);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  CheckPlan(graph, plan);
  EXPECT_EQ(plan.placements[static_cast<size_t>(input)].bytes, 4U);
}

}  // namespace
}  // namespace litevk::gpu
