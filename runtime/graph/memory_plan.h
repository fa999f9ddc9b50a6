// Offsets for every tensor of a gpu::Graph. Intermediates share one arena and overlap where their
// lifetimes do not; inputs and outputs, and constants, have regions of their own that never overlap. A region
// that is larger than a device allocates at once is several blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/graph/device_limits.h"
#include "runtime/graph/gpu_graph.h"

namespace litevk::gpu {

enum class Region : uint8_t { kArena, kIo, kConstants };

struct Placement {
  Region region = Region::kArena;
  uint64_t offset_bytes = 0;  // from the region's start, aligned for a storage buffer binding
  uint64_t bytes = 0;         // 0: the tensor is never used
  RowBytes rows = {};  // where there are any, all that is touched of these bytes, counted from offset_bytes
};

struct ByteRange {
  uint64_t offset_bytes = 0;
  uint64_t bytes = 0;

  bool operator==(const ByteRange&) const = default;
};

struct MemoryPlan {
  std::vector<Placement> placements;  // by TensorId, aliases resolved to their place in that of their root
  uint64_t arena_bytes = 0;
  uint64_t io_bytes = 0;
  uint64_t constant_bytes = 0;
};

// Greedy: the largest intermediates first, or in the order of execution where that takes less, each at the
// lowest offset free over its lifetime (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net
// Inference", 2020).
MemoryPlan PlanMemory(const Graph& graph, const DeviceLimits& limits);

// What the offset of every placement is a multiple of.
uint64_t PlacementAlignment(const DeviceLimits& limits);

// Says where the blocks of a region begin. Each is an allocation of its own, and no tensor lies in two.
class Blocks {
 public:
  explicit Blocks(const DeviceLimits& limits);

  // Returns the first offset from `offset` on that a tensor of so many bytes may have.
  uint64_t Fit(uint64_t offset, uint64_t bytes) const;
  // Returns the number of the block that has the offset.
  size_t IndexOf(uint64_t offset) const { return static_cast<size_t>(offset / block_bytes_); }
  // Returns how far the offset lies behind the beginning of its block.
  uint64_t Within(uint64_t offset) const { return offset % block_bytes_; }
  // Returns the bytes of each block of a region of so many.
  std::vector<uint64_t> Split(uint64_t region_bytes) const;

 private:
  uint64_t alignment_;
  uint64_t block_bytes_;
};

// `value` or the next multiple of `alignment` above it.
uint64_t AlignUp(uint64_t value, uint64_t alignment);

// The part of the region kIo that holds all inputs, or all outputs (`role` is Tensor::is_input or is_output);
// empty when there are none.
ByteRange IoRange(const Graph& graph, const MemoryPlan& plan, bool Tensor::*role);

// For each dispatch, whether a barrier must stand before it: it reads or writes bytes that an earlier
// dispatch since the last barrier wrote, or writes bytes that one read.
std::vector<bool> PlanBarriers(const Graph& graph, const MemoryPlan& plan);

}  // namespace litevk::gpu
