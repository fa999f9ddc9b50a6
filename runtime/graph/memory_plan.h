// Offsets for every tensor of a gpu::Graph. Intermediates share one arena, and overlap if their lifetimes do
// not. Inputs and outputs, and constants, have regions of their own that never overlap. A region that exceeds
// a device's largest allocation consists of several blocks.
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
  RowBytes rows = {};         // if not empty, only these bytes are touched, relative to offset_bytes
};

struct ByteRange {
  uint64_t offset_bytes = 0;
  uint64_t bytes = 0;

  bool operator==(const ByteRange&) const = default;
};

struct MemoryPlan {
  std::vector<Placement> placements;  // indexed by TensorId; aliases have an offset in their root's memory
  uint64_t arena_bytes = 0;
  uint64_t io_bytes = 0;
  uint64_t constant_bytes = 0;
};

// Plans greedily. The largest intermediates come first, or the order of execution if that takes less. Each
// gets the lowest offset that is free over its lifetime (Pisarchyk and Lee, "Efficient Memory Management for
// Deep Neural Net Inference", 2020).
MemoryPlan PlanMemory(const Graph& graph, const DeviceLimits& limits);

// Returns the alignment of every placement's offset.
uint64_t PlacementAlignment(const DeviceLimits& limits);

// Divides a region into blocks. Each is a separate allocation, and no tensor spans two.
class Blocks {
 public:
  explicit Blocks(const DeviceLimits& limits);

  // Returns the first offset from `offset` on at which a tensor of `bytes` fits one block.
  uint64_t Fit(uint64_t offset, uint64_t bytes) const;
  // Returns the index of the block that contains the offset.
  size_t IndexOf(uint64_t offset) const { return static_cast<size_t>(offset / block_bytes_); }
  // Returns the offset relative to its block.
  uint64_t Within(uint64_t offset) const { return offset % block_bytes_; }
  // Returns the size of each block of a region.
  std::vector<uint64_t> Split(uint64_t region_bytes) const;

 private:
  uint64_t alignment_;
  uint64_t block_bytes_;
};

// Returns `value` rounded up to a multiple of `alignment`.
uint64_t AlignUp(uint64_t value, uint64_t alignment);

// Returns the part of the region kIo that holds all inputs, or all outputs (`role` is Tensor::is_input or
// is_output); empty if there are none.
ByteRange IoRange(const Graph& graph, const MemoryPlan& plan, bool Tensor::*role);

// Returns for each dispatch if it needs a barrier before it. That is so if it touches bytes that a dispatch
// since the last barrier wrote, or writes bytes that one read.
std::vector<bool> PlanBarriers(const Graph& graph, const MemoryPlan& plan);

}  // namespace litevk::gpu
