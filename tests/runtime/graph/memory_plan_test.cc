#include "runtime/graph/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/runtime/graph/random_gpu_graph.h"

namespace litevk::gpu {
namespace {

constexpr uint64_t kAlignment = 64;

DeviceLimits Limits() {
  DeviceLimits limits;
  limits.storage_buffer_alignment_bytes = kAlignment;
  return limits;
}

bool Overlap(const Placement& a, const Placement& b) {
  return a.region == b.region && a.offset_bytes < b.offset_bytes + b.bytes &&
         b.offset_bytes < a.offset_bytes + a.bytes;
}

bool Uses(const Graph& graph, const Dispatch& dispatch, TensorId root) {
  return std::any_of(dispatch.bindings.begin(), dispatch.bindings.end(),
                     [&](TensorId id) { return graph.Root(id) == root; });
}

// Returns true if some dispatch lies between the first and the last use of both. Uses brute force.
bool LiveTogether(const Graph& graph, TensorId a, TensorId b) {
  const auto live_at = [&](TensorId root, size_t d) {
    bool before = false;
    bool after = false;
    for (size_t i = 0; i < graph.dispatches.size(); ++i) {
      if (!Uses(graph, graph.dispatches[i], root)) continue;
      before |= i <= d;
      after |= i >= d;
    }
    return before && after;
  };
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    if (live_at(a, d) && live_at(b, d)) return true;
  }
  return false;
}

uint64_t RegionBytes(const MemoryPlan& plan, Region region) {
  if (region == Region::kArena) return plan.arena_bytes;
  return region == Region::kIo ? plan.io_bytes : plan.constant_bytes;
}

Region ExpectedRegion(const Graph& graph, TensorId root) {
  Region region = Region::kArena;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    if (graph.Root(static_cast<TensorId>(i)) != root) continue;
    if (tensor.is_constant) return Region::kConstants;
    if (tensor.is_input || tensor.is_output) region = Region::kIo;
  }
  return region;
}

void CheckPlan(const Graph& graph, const MemoryPlan& plan) {
  ASSERT_EQ(plan.placements.size(), graph.tensors.size());
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const auto id = static_cast<TensorId>(i);
    const TensorId root = graph.Root(id);
    const Placement& place = plan.placements[i];
    EXPECT_EQ(place.offset_bytes,
              plan.placements[static_cast<size_t>(root)].offset_bytes + graph.tensors[i].offset_bytes)
        << i;
    EXPECT_EQ(place.region, plan.placements[static_cast<size_t>(root)].region) << i;
    const bool dispatched = std::any_of(graph.dispatches.begin(), graph.dispatches.end(),
                                        [&](const Dispatch& d) { return Uses(graph, d, root); });
    EXPECT_TRUE(!dispatched || place.bytes > 0) << i;
    if (place.bytes == 0) continue;
    EXPECT_GE(place.bytes, graph.tensors[i].bytes) << i;
    EXPECT_EQ(place.region, ExpectedRegion(graph, root)) << i;
    EXPECT_EQ(place.offset_bytes % kAlignment, 0U) << i;
    EXPECT_LE(place.offset_bytes + place.bytes, RegionBytes(plan, place.region)) << i;
    const Placement& all = plan.placements[static_cast<size_t>(root)];
    EXPECT_LE(place.offset_bytes + place.bytes, all.offset_bytes + all.bytes) << i;
    for (size_t k = 0; k < i; ++k) {
      const TensorId other = graph.Root(static_cast<TensorId>(k));
      if (other == root || !Overlap(place, plan.placements[k])) continue;
      EXPECT_EQ(place.region, Region::kArena) << i << " and " << k;
      EXPECT_FALSE(LiveTogether(graph, root, other)) << i << " and " << k;
    }
  }
}

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
    for (const Placement& place : plan.placements) {
      ASSERT_LE(place.bytes, limits.max_allocation_bytes);
      if (place.bytes == 0) continue;
      const size_t block = blocks.IndexOf(place.offset_bytes);
      EXPECT_EQ(block, blocks.IndexOf(place.offset_bytes + place.bytes - 1));
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
  const auto place = [&](TensorId id) { return plan.placements[static_cast<size_t>(id)]; };
  EXPECT_EQ(place(half).offset_bytes, 128U);
  EXPECT_EQ(place(half).bytes, 192U);
  EXPECT_EQ(place(quarter).offset_bytes, 192U);
  EXPECT_EQ(place(quarter).bytes, 64U);
  // Rows are bound as the whole tensor, and aliases of them have the same rows.
  for (const TensorId id : {rows, reshaped}) {
    EXPECT_EQ(place(id).bytes, 320U);
    EXPECT_EQ(place(id).rows, (RowBytes{8, 8, 32}));
  }
}

TEST(MemoryPlanTest, ChainNeedsTwoTensorsOfArena) {
  Graph graph;
  TensorId last = AddTensor(graph, 256);
  graph.tensors.back().is_input = true;
  for (int i = 0; i < 10; ++i) {
    const TensorId next = AddTensor(graph, 256);
    AddDispatch(graph, {last}, next);
    last = next;
  }
  graph.tensors.back().is_output = true;
  const MemoryPlan plan = PlanMemory(graph, Limits());
  CheckPlan(graph, plan);
  EXPECT_EQ(plan.arena_bytes, 512U);
  EXPECT_EQ(plan.io_bytes, 512U);
  EXPECT_EQ(plan.constant_bytes, 0U);
}

TEST(MemoryPlanTest, LargestIsPlacedFirst) {
  Graph graph;
  const TensorId input = AddTensor(graph, 4);
  graph.tensors.back().is_input = true;
  const TensorId small = AddTensor(graph, 64);
  const TensorId large = AddTensor(graph, 1024);
  const TensorId output = AddTensor(graph, 4);
  graph.tensors.back().is_output = true;
  AddDispatch(graph, {input}, small);
  AddDispatch(graph, {small}, large);
  AddDispatch(graph, {large}, output);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  EXPECT_EQ(plan.placements[static_cast<size_t>(large)].offset_bytes, 0U);
  EXPECT_EQ(plan.placements[static_cast<size_t>(small)].offset_bytes, 1024U);
}

TEST(MemoryPlanTest, SmallTensorFillsTheGapBelow) {
  Graph graph;
  const TensorId first = AddTensor(graph, 512);
  const TensorId second = AddTensor(graph, 256);
  const TensorId third = AddTensor(graph, 128);
  AddDispatch(graph, {}, first);
  AddDispatch(graph, {first}, second);
  AddDispatch(graph, {second}, third);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  CheckPlan(graph, plan);
  EXPECT_EQ(plan.placements[static_cast<size_t>(second)].offset_bytes, 512U);
  EXPECT_EQ(plan.placements[static_cast<size_t>(third)].offset_bytes, 0U);
  EXPECT_EQ(plan.arena_bytes, 768U);
}

// Largest first, the fourth tensor takes the first one's memory, and a small one between them lies above 320.
TEST(MemoryPlanTest, OrderOfExecutionWhereThatIsSmaller) {
  Graph graph;
  const TensorId first = AddTensor(graph, 256);
  const TensorId second = AddTensor(graph, 64);
  const TensorId third = AddTensor(graph, 64);
  const TensorId fourth = AddTensor(graph, 256);
  AddDispatch(graph, {}, first);
  AddDispatch(graph, {first}, second);
  AddDispatch(graph, {second}, third);
  AddDispatch(graph, {third}, fourth);
  AddDispatch(graph, {fourth}, AddTensor(graph, 4));
  graph.tensors.back().is_output = true;
  const MemoryPlan plan = PlanMemory(graph, Limits());
  CheckPlan(graph, plan);
  EXPECT_EQ(plan.arena_bytes, 320U);
}

TEST(MemoryPlanTest, AliasExtendsTheLifeOfItsRoot) {
  Graph graph;
  const TensorId root = AddTensor(graph, 256);
  const TensorId alias = AddTensor(graph, 256, root);
  const TensorId alias_of_alias = AddTensor(graph, 256, alias);
  const TensorId other = AddTensor(graph, 256);
  const TensorId last = AddTensor(graph, 256);
  AddDispatch(graph, {}, root);
  AddDispatch(graph, {}, other);
  AddDispatch(graph, {alias_of_alias, other}, last);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  CheckPlan(graph, plan);
  EXPECT_EQ(plan.arena_bytes, 768U);
  EXPECT_EQ(plan.placements[static_cast<size_t>(alias_of_alias)].offset_bytes,
            plan.placements[static_cast<size_t>(root)].offset_bytes);
}

TEST(MemoryPlanTest, InputsComeBeforeOutputs) {
  Graph graph;
  const TensorId output = AddTensor(graph, 64);
  graph.tensors.back().is_output = true;
  const TensorId both = AddTensor(graph, 64);
  graph.tensors.back().is_input = true;
  AddTensor(graph, 64, both);
  graph.tensors.back().is_output = true;
  const TensorId input = AddTensor(graph, 64);
  graph.tensors.back().is_input = true;
  AddDispatch(graph, {input, both}, output);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  CheckPlan(graph, plan);
  EXPECT_EQ(plan.placements[static_cast<size_t>(input)].offset_bytes, 0U);
  EXPECT_EQ(plan.placements[static_cast<size_t>(both)].offset_bytes, 64U);
  EXPECT_EQ(plan.placements[static_cast<size_t>(output)].offset_bytes, 128U);
  EXPECT_EQ(plan.io_bytes, 192U);
  EXPECT_EQ(IoRange(graph, plan, &Tensor::is_input), (ByteRange{0, 128}));
  EXPECT_EQ(IoRange(graph, plan, &Tensor::is_output), (ByteRange{64, 128}));
  EXPECT_EQ(IoRange(Graph(), MemoryPlan(), &Tensor::is_input), ByteRange());
}

TEST(MemoryPlanTest, UnusedTensorsTakeNoMemory) {
  Graph graph;
  AddTensor(graph, 64);
  AddTensor(graph, 64);
  graph.tensors.back().is_constant = true;
  const MemoryPlan plan = PlanMemory(graph, Limits());
  for (const Placement& place : plan.placements) EXPECT_EQ(place.bytes, 0U);
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

TEST(MemoryPlanTest, OffsetsSuitVec4WhateverTheDeviceAllows) {
  Graph graph;
  for (int i = 0; i < 3; ++i) {
    AddTensor(graph, 4);
    graph.tensors.back().is_input = true;
  }
  DeviceLimits limits;
  limits.storage_buffer_alignment_bytes = 4;
  const MemoryPlan plan = PlanMemory(graph, limits);
  for (const Placement& place : plan.placements) EXPECT_EQ(place.offset_bytes % 16, 0U);
}

}  // namespace
}  // namespace litevk::gpu
