#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "runtime/graph/memory_plan.h"
#include "tests/runtime/graph/random_gpu_graph.h"

namespace litevk::gpu {
namespace {

// Returns true if two dispatches conflict. Compares single bytes of the regions by brute force, independently
// of the code under test.
bool SameByteConflict(const Graph& graph, const MemoryPlan& plan, size_t earlier, size_t later) {
  const auto accesses = [&](size_t d, uint64_t byte, Region region, bool write) {
    const Dispatch& dispatch = graph.dispatches[d];
    for (size_t b = 0; b < dispatch.bindings.size(); ++b) {
      const Placement& placement = plan.placements[static_cast<size_t>(dispatch.bindings[b])];
      const Access access = dispatch.shader->bindings[b].access;
      const bool matches = write ? access != Access::kRead : access != Access::kWrite;
      if (matches && placement.region == region && byte >= placement.offset_bytes &&
          byte < placement.offset_bytes + placement.bytes) {
        return true;
      }
    }
    return false;
  };
  constexpr uint64_t kStep = 4;  // all offsets are multiples of 4
  for (const auto& [region, bytes] :
       {std::pair{Region::kArena, plan.arena_bytes}, std::pair{Region::kIo, plan.io_bytes},
        std::pair{Region::kConstants, plan.constant_bytes}}) {
    for (uint64_t byte = 0; byte < bytes; byte += kStep) {
      const bool write_then = accesses(earlier, byte, region, true);
      const bool read_then = accesses(earlier, byte, region, false);
      const bool write_now = accesses(later, byte, region, true);
      const bool read_now = accesses(later, byte, region, false);
      if ((write_then && (read_now || write_now)) || (read_then && write_now)) return true;
    }
  }
  return false;
}

// Expects a barrier before a dispatch exactly if one since the last barrier conflicts with it.
std::vector<bool> ExpectedBarriers(const Graph& graph, const MemoryPlan& plan) {
  std::vector<bool> expected(graph.dispatches.size(), false);
  size_t first_since_barrier = 0;
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    for (size_t earlier = first_since_barrier; earlier < d && !expected[d]; ++earlier) {
      expected[d] = SameByteConflict(graph, plan, earlier, d);
    }
    if (expected[d]) first_since_barrier = d;
  }
  return expected;
}

DeviceLimits Limits() {
  DeviceLimits limits;
  limits.storage_buffer_alignment_bytes = 16;
  return limits;
}

std::vector<bool> BarriersOf(const Graph& graph) { return PlanBarriers(graph, PlanMemory(graph, Limits())); }

TEST(BarriersTest, RandomGraphsHaveABarrierAtEachHazardAndNowhereElse) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const Graph graph = RandomGraph(random);
    const MemoryPlan plan = PlanMemory(graph, Limits());
    ASSERT_EQ(PlanBarriers(graph, plan), ExpectedBarriers(graph, plan));
  }
}

TEST(BarriersTest, ReadAfterWrite) {
  Graph graph;
  const TensorId a = AddTensor(graph, 16);
  const TensorId b = AddTensor(graph, 16);
  AddDispatch(graph, {}, a);
  AddDispatch(graph, {a}, b);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, true}));
}

TEST(BarriersTest, WriteAfterReadThroughReusedMemory) {
  Graph graph;
  const TensorId input = AddTensor(graph, 16);
  graph.tensors.back().is_input = true;
  const TensorId a = AddTensor(graph, 16);
  const TensorId b = AddTensor(graph, 16);
  graph.tensors.back().is_output = true;
  const TensorId c = AddTensor(graph, 16);
  AddDispatch(graph, {input}, a);
  AddDispatch(graph, {a}, b);
  AddDispatch(graph, {input}, c);
  const MemoryPlan plan = PlanMemory(graph, Limits());
  ASSERT_EQ(plan.placements[static_cast<size_t>(a)].offset_bytes,
            plan.placements[static_cast<size_t>(c)].offset_bytes);
  EXPECT_EQ(PlanBarriers(graph, plan), (std::vector<bool>{false, true, true}));
}

TEST(BarriersTest, WriteAfterWriteWithoutARead) {
  Graph graph;
  const TensorId a = AddTensor(graph, 16);
  AddDispatch(graph, {}, a);
  AddDispatch(graph, {}, a);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, true}));
}

TEST(BarriersTest, HazardThroughAnAlias) {
  Graph graph;
  const TensorId a = AddTensor(graph, 16);
  const TensorId alias = AddTensor(graph, 16, a);
  const TensorId b = AddTensor(graph, 16);
  AddDispatch(graph, {}, a);
  AddDispatch(graph, {alias}, b);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, true}));
}

TEST(BarriersTest, APartIsWrittenBesideOthers) {
  Graph graph;
  const TensorId whole = AddTensor(graph, 128);
  graph.tensors.back().is_output = true;
  const TensorId first = AddTensor(graph, 64, whole);
  const TensorId second = AddTensor(graph, 64, whole);
  graph.tensors.back().offset_bytes = 64;
  AddDispatch(graph, {}, first);
  AddDispatch(graph, {}, second);
  AddDispatch(graph, {}, whole);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, false, true}));
}

// True if writing rows `b` of a tensor after rows `a` needs a barrier.
bool NeedBarrier(uint64_t bytes, RowBytes a, RowBytes b) {
  Graph graph;
  const TensorId whole = AddTensor(graph, bytes);
  graph.tensors.back().is_output = true;
  for (const RowBytes& rows : {a, b}) {
    const TensorId part = AddTensor(graph, bytes, whole);
    graph.tensors.back().rows = rows;
    AddDispatch(graph, {}, part);
  }
  return BarriersOf(graph)[1];
}

bool TouchOneByte(uint64_t bytes, const RowBytes& a, const RowBytes& b) {
  const auto has = [](const RowBytes& rows, uint64_t byte) {
    return byte >= rows.first && (byte - rows.first) % rows.pitch < rows.bytes;
  };
  for (uint64_t byte = 0; byte < bytes; ++byte) {
    if (has(a, byte) && has(b, byte)) return true;
  }
  return false;
}

TEST(BarriersTest, RowsOfOnePitchAreInTheWayOfTheirOwnColumnsAlone) {
  std::mt19937 random(1);
  const auto words = [&](uint64_t most) {
    return 4 * std::uniform_int_distribution<uint64_t>(0, most)(random);
  };
  int beside = 0;
  for (int i = 0; i < 500; ++i) {
    const uint64_t pitch = 16 + words(8);
    const auto rows = [&] {
      const uint64_t first = words(pitch / 4 - 1);
      return RowBytes{first, std::min(4 + words(3), pitch - first), pitch};
    };
    const RowBytes a = rows();
    const RowBytes b = rows();
    EXPECT_EQ(NeedBarrier(4 * pitch, a, b), TouchOneByte(4 * pitch, a, b)) << i;
    beside += TouchOneByte(4 * pitch, a, b) ? 0 : 1;
  }
  EXPECT_GT(beside, 50);
  EXPECT_TRUE(NeedBarrier(96, {0, 4, 8}, {4, 4, 12}));  // different pitches
}

// Adds the left and the right half of the rows of one tensor.
std::pair<TensorId, TensorId> AddHalves(Graph& graph) {
  const TensorId whole = AddTensor(graph, 64);
  graph.tensors.back().is_output = true;
  const TensorId left = AddTensor(graph, 64, whole);
  graph.tensors.back().rows = {0, 8, 16};
  const TensorId right = AddTensor(graph, 64, whole);
  graph.tensors.back().rows = {8, 8, 16};
  return {left, right};
}

TEST(BarriersTest, ReadersAndWritersOfRowsAreInEachOthersWay) {
  Graph graph;
  const auto [left, right] = AddHalves(graph);
  const TensorId other = AddTensor(graph, 64);
  graph.tensors.back().is_output = true;
  AddDispatch(graph, {}, left);
  AddDispatch(graph, {left}, other);
  AddDispatch(graph, {}, right);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, true, true}));
}

// The layers of Ubuntu 24.04 report the second dispatch as a reader, those of Debian 12 do not.
TEST(BarriersTest, WhoMayReadTheRowsThatItWritesWaitsForWritersOfOthers) {
  for (const Access access : {Access::kWrite, Access::kReadWrite}) {
    Graph graph;
    const auto [left, right] = AddHalves(graph);
    AddDispatch(graph, {}, left);
    AddDispatch(graph, {}, right, access);
    EXPECT_EQ(BarriersOf(graph)[1], access == Access::kReadWrite);
  }
}

TEST(BarriersTest, IndependentDispatchesShareOneBarrier) {
  Graph graph;
  const TensorId input = AddTensor(graph, 16);
  graph.tensors.back().is_input = true;
  const TensorId a = AddTensor(graph, 16);
  const TensorId b = AddTensor(graph, 16);
  const TensorId sum = AddTensor(graph, 16);
  graph.tensors.back().is_output = true;
  const TensorId product = AddTensor(graph, 16);
  graph.tensors.back().is_output = true;
  AddDispatch(graph, {input, input}, a);
  AddDispatch(graph, {input}, b);
  AddDispatch(graph, {a, b}, sum);
  AddDispatch(graph, {a, b}, product);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, false, true, false}));
}

TEST(BarriersTest, InPlaceUpdateIsAHazardForTheNextOnly) {
  Graph graph;
  const TensorId a = AddTensor(graph, 16);
  const TensorId b = AddTensor(graph, 16);
  graph.tensors.back().is_output = true;
  AddDispatch(graph, {}, a, Access::kReadWrite);
  AddDispatch(graph, {a}, b, Access::kReadWrite);
  EXPECT_EQ(BarriersOf(graph), (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace litevk::gpu
