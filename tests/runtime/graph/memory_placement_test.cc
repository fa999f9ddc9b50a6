// Offsets of tensors in the arena.
#include "runtime/graph/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/runtime/graph/planned_graph.h"
#include "tests/runtime/graph/random_gpu_graph.h"

namespace litevk::gpu {
namespace {

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

TEST(MemoryPlanTest, OffsetsSuitVec4WhateverTheDeviceAllows) {
  Graph graph;
  for (int i = 0; i < 3; ++i) {
    AddTensor(graph, 4);
    graph.tensors.back().is_input = true;
  }
  DeviceLimits limits;
  limits.storage_buffer_alignment_bytes = 4;
  const MemoryPlan plan = PlanMemory(graph, limits);
  for (const Placement& placement : plan.placements) EXPECT_EQ(placement.offset_bytes % 16, 0U);
}

}  // namespace
}  // namespace litevk::gpu
