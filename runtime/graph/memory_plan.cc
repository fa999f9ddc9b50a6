#include "runtime/graph/memory_plan.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/graph/lifetimes.h"

namespace litevk::gpu {
namespace {

constexpr uint64_t kVec4Bytes = 16;

// The facts of a tensor that owns its memory.
struct Root {
  TensorId id = kNoTensor;
  uint64_t bytes = 0;
  Lifetime lifetime = {.first = std::numeric_limits<int>::max()};
  bool is_input = false;
  bool is_output = false;
  bool is_constant = false;

  bool touched() const { return lifetime.last >= 0; }
  bool used() const { return touched() || is_input || is_output; }
};

uint64_t OffsetInRoot(const Graph& graph, TensorId id) {
  uint64_t offset = 0;
  for (; id != kNoTensor; id = graph.tensors[static_cast<size_t>(id)].alias_of) {
    offset += graph.tensors[static_cast<size_t>(id)].offset_bytes;
  }
  return offset;
}

// Returns the roots, indexed by TensorId; entries of aliases stay empty.
std::vector<Root> CollectRoots(const Graph& graph) {
  std::vector<Root> roots(graph.tensors.size());
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    const TensorId id = graph.Root(static_cast<TensorId>(i));
    Root& root = roots[static_cast<size_t>(id)];
    root.id = id;
    root.bytes = std::max(root.bytes, OffsetInRoot(graph, static_cast<TensorId>(i)) + tensor.bytes);
    root.is_input |= tensor.is_input;
    root.is_output |= tensor.is_output;
    root.is_constant |= tensor.is_constant;
  }
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    for (const TensorId tensor : graph.dispatches[d].bindings) {
      Root& root = roots[static_cast<size_t>(graph.Root(tensor))];
      root.lifetime.first = std::min(root.lifetime.first, static_cast<int>(d));
      root.lifetime.last = static_cast<int>(d);
    }
  }
  return roots;
}

class Planner {
 public:
  Planner(std::vector<Root> roots, size_t dispatches, const Blocks& blocks, uint64_t unit)
      : roots_(std::move(roots)), dispatches_(static_cast<int>(dispatches)), blocks_(blocks), unit_(unit) {
    plan_.placements.resize(roots_.size());
  }

  MemoryPlan Plan() && {
    for (const Root& root : roots_) {
      if (root.is_constant && root.used()) Append(root, Region::kConstants, plan_.constant_bytes);
    }
    // Puts host-read tensors last, so that inputs and outputs are one range each.
    for (const Root& root : roots_) {
      if (IsIo(root) && !root.is_output) Append(root, Region::kIo, plan_.io_bytes);
    }
    for (const Root& root : roots_) {
      if (IsIo(root) && root.is_input && root.is_output) Append(root, Region::kIo, plan_.io_bytes);
    }
    for (const Root& root : roots_) {
      if (IsIo(root) && !root.is_input) Append(root, Region::kIo, plan_.io_bytes);
    }
    PlanArena();
    return std::move(plan_);
  }

 private:
  static bool IsIo(const Root& root) { return !root.is_constant && (root.is_input || root.is_output); }

  // An empty tensor that is bound still needs a range: Vulkan has no empty descriptors.
  uint64_t PlacedBytes(const Root& root) const { return AlignUp(std::max<uint64_t>(root.bytes, 1), unit_); }

  void Place(const Root& root, Region region, uint64_t offset_bytes) {
    plan_.placements[static_cast<size_t>(root.id)] = {region, offset_bytes, PlacedBytes(root)};
  }

  void Append(const Root& root, Region region, uint64_t& region_bytes) {
    const uint64_t offset = blocks_.Fit(region_bytes, PlacedBytes(root));
    Place(root, region, offset);
    region_bytes = offset + PlacedBytes(root);
  }

  // Tries the largest tensors first and the order of execution, since it depends on the graph which is
  // smaller.
  void PlanArena() {
    std::vector<const Root*> order;
    for (const Root& root : roots_) {
      if (!root.is_constant && !IsIo(root) && root.touched()) order.push_back(&root);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Root* a, const Root* b) { return a->lifetime.first < b->lifetime.first; });
    PlaceInArena(order);
    const MemoryPlan by_execution = plan_;
    std::stable_sort(order.begin(), order.end(),
                     [](const Root* a, const Root* b) { return a->bytes > b->bytes; });
    PlaceInArena(order);
    if (by_execution.arena_bytes < plan_.arena_bytes) plan_ = by_execution;
  }

  void PlaceInArena(const std::vector<const Root*>& order) {
    plan_.arena_bytes = 0;
    Lifetimes placed(dispatches_);
    for (const Root* root : order) {
      const uint64_t offset = LowestFreeOffset(*root, placed.Overlapping(root->lifetime));
      Place(*root, Region::kArena, offset);
      plan_.arena_bytes = std::max(plan_.arena_bytes, offset + PlacedBytes(*root));
      placed.Add(root->id, root->lifetime);
    }
  }

  // Returns the lowest offset that is free of `others`, which are already placed.
  uint64_t LowestFreeOffset(const Root& root, const std::vector<TensorId>& others) const {
    std::vector<std::pair<uint64_t, uint64_t>> taken;  // [begin, end) offsets
    taken.reserve(others.size());
    for (const TensorId id : others) {
      const Placement& placement = plan_.placements[static_cast<size_t>(id)];
      taken.emplace_back(placement.offset_bytes, placement.offset_bytes + placement.bytes);
    }
    std::ranges::sort(taken);
    uint64_t candidate = 0;
    for (const auto& [begin, end] : taken) {
      if (candidate + PlacedBytes(root) <= begin) break;
      candidate = std::max(candidate, blocks_.Fit(end, PlacedBytes(root)));
    }
    return candidate;
  }

  std::vector<Root> roots_;
  int dispatches_;
  Blocks blocks_;
  uint64_t unit_;  // sizes are multiples of it
  MemoryPlan plan_;
};

// Returns the placement of a tensor whose root is placed. An alias with rows touches only these.
Placement PlacementOf(const Graph& graph, const MemoryPlan& plan, TensorId id, uint64_t unit) {
  const Tensor& tensor = graph.tensors[static_cast<size_t>(id)];
  if (tensor.alias_of == kNoTensor) return plan.placements[static_cast<size_t>(id)];
  Placement placement = PlacementOf(graph, plan, tensor.alias_of, unit);
  if (placement.bytes == 0 || placement.rows.bytes > 0) return placement;
  placement.rows = tensor.rows;
  if (tensor.rows.bytes > 0) return placement;
  placement.offset_bytes += tensor.offset_bytes;
  placement.bytes = AlignUp(std::max<uint64_t>(tensor.bytes, 1), unit);
  return placement;
}

}  // namespace

uint64_t AlignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// At least that of a vec4, which shaders may read, even if a device allows a smaller alignment.
uint64_t PlacementAlignment(const DeviceLimits& limits) {
  const uint64_t alignment = std::max(limits.storage_buffer_alignment_bytes, kVec4Bytes);
  return limits.profile.prefers_texel_loads ? std::max(alignment, limits.texel_buffer_alignment_bytes)
                                            : alignment;
}

Blocks::Blocks(const DeviceLimits& limits)
    : alignment_(PlacementAlignment(limits)),
      block_bytes_(std::max(limits.max_allocation_bytes / alignment_, uint64_t{1}) * alignment_) {}

uint64_t Blocks::Fit(uint64_t offset, uint64_t bytes) const {
  const uint64_t aligned = AlignUp(offset, alignment_);
  return Within(aligned) + bytes <= block_bytes_ ? aligned : AlignUp(aligned, block_bytes_);
}

std::vector<uint64_t> Blocks::Split(uint64_t region_bytes) const {
  std::vector<uint64_t> blocks;
  for (; region_bytes > block_bytes_; region_bytes -= block_bytes_) blocks.push_back(block_bytes_);
  if (region_bytes > 0) blocks.push_back(region_bytes);
  return blocks;
}

MemoryPlan PlanMemory(const Graph& graph, const DeviceLimits& limits) {
  // Sizes are whole texels, even for a tensor of one value.
  const uint64_t unit = limits.profile.prefers_texel_loads ? kVec4Bytes : sizeof(uint32_t);
  MemoryPlan plan = Planner(CollectRoots(graph), graph.dispatches.size(), Blocks(limits), unit).Plan();
  for (size_t i = 0; i < plan.placements.size(); ++i) {
    plan.placements[i] = PlacementOf(graph, plan, static_cast<TensorId>(i), unit);
  }
  return plan;
}

ByteRange IoRange(const Graph& graph, const MemoryPlan& plan, bool Tensor::*role) {
  uint64_t begin = std::numeric_limits<uint64_t>::max();
  uint64_t end = 0;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    const Placement& placement = plan.placements[i];
    if (!(graph.tensors[i].*role) || placement.region != Region::kIo) continue;
    begin = std::min(begin, placement.offset_bytes);
    end = std::max(end, placement.offset_bytes + placement.bytes);
  }
  if (begin >= end) return {};
  return {.offset_bytes = begin, .bytes = end - begin};
}

}  // namespace litevk::gpu
