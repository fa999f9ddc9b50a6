// Graphs whose memory is planned, for tests.
#pragma once

#include "runtime/graph/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/runtime/graph/random_gpu_graph.h"

namespace litevk::gpu {

inline constexpr uint64_t kAlignment = 64;

inline DeviceLimits Limits() {
  DeviceLimits limits;
  limits.storage_buffer_alignment_bytes = kAlignment;
  return limits;
}

inline bool Overlap(const Placement& a, const Placement& b) {
  return a.region == b.region && a.offset_bytes < b.offset_bytes + b.bytes &&
         b.offset_bytes < a.offset_bytes + a.bytes;
}

inline bool Uses(const Graph& graph, const Dispatch& dispatch, TensorId root) {
  return std::any_of(dispatch.bindings.begin(), dispatch.bindings.end(),
                     [&](TensorId id) { return graph.Root(id) == root; });
}

// Returns true if some dispatch lies between the first and the last use of both. Uses brute force.
inline bool LiveTogether(const Graph& graph, TensorId a, TensorId b) {
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

inline uint64_t RegionBytes(const MemoryPlan& plan, Region region) {
  if (region == Region::kArena) return plan.arena_bytes;
  return region == Region::kIo ? plan.io_bytes : plan.constant_bytes;
}

inline Region ExpectedRegion(const Graph& graph, TensorId root) {
  Region region = Region::kArena;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    if (graph.Root(static_cast<TensorId>(i)) != root) continue;
    if (tensor.is_constant) return Region::kConstants;
    if (tensor.is_input || tensor.is_output) region = Region::kIo;
  }
  return region;
}

inline void CheckPlan(const Graph& graph, const MemoryPlan& plan) {
  ASSERT_EQ(plan.placements.size(), graph.tensors.size());
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const auto id = static_cast<TensorId>(i);
    const TensorId root = graph.Root(id);
    const Placement& placement = plan.placements[i];
    EXPECT_EQ(placement.offset_bytes,
              plan.placements[static_cast<size_t>(root)].offset_bytes + graph.tensors[i].offset_bytes)
        << i;
    EXPECT_EQ(placement.region, plan.placements[static_cast<size_t>(root)].region) << i;
    const bool dispatched = std::any_of(graph.dispatches.begin(), graph.dispatches.end(),
                                        [&](const Dispatch& d) { return Uses(graph, d, root); });
    EXPECT_TRUE(!dispatched || placement.bytes > 0) << i;
    if (placement.bytes == 0) continue;
    EXPECT_GE(placement.bytes, graph.tensors[i].bytes) << i;
    EXPECT_EQ(placement.region, ExpectedRegion(graph, root)) << i;
    EXPECT_EQ(placement.offset_bytes % kAlignment, 0U) << i;
    EXPECT_LE(placement.offset_bytes + placement.bytes, RegionBytes(plan, placement.region)) << i;
    const Placement& all = plan.placements[static_cast<size_t>(root)];
    EXPECT_LE(placement.offset_bytes + placement.bytes, all.offset_bytes + all.bytes) << i;
    for (size_t k = 0; k < i; ++k) {
      const TensorId other = graph.Root(static_cast<TensorId>(k));
      if (other == root || !Overlap(placement, plan.placements[k])) continue;
      EXPECT_EQ(placement.region, Region::kArena) << i << " and " << k;
      EXPECT_FALSE(LiveTogether(graph, root, other)) << i << " and " << k;
    }
  }
}

}  // namespace litevk::gpu
