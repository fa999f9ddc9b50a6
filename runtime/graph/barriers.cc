#include <algorithm>
#include <iterator>
#include <map>

#include "runtime/graph/memory_plan.h"

namespace litevk::gpu {
namespace {

// True if the rows have one pitch and use disjoint columns.
bool HaveOwnColumns(const Placement& a, const Placement& b) {
  if (a.rows.pitch == 0 || a.rows.pitch != b.rows.pitch) return false;
  const uint64_t pitch = a.rows.pitch;
  const uint64_t a_first = (a.offset_bytes + a.rows.first) % pitch;
  const uint64_t b_first = (b.offset_bytes + b.rows.first) % pitch;
  const uint64_t apart = (b_first + pitch - a_first) % pitch;
  return apart >= a.rows.bytes && apart + b.rows.bytes <= pitch;
}

bool ShareBytes(const Placement& a, const Placement& b) {
  return a.region == b.region && a.offset_bytes < b.offset_bytes + b.bytes &&
         b.offset_bytes < a.offset_bytes + a.bytes;
}

// A set of bytes, stored as few disjoint ranges.
class Bytes {
 public:
  void Add(const Placement& range) {
    uint64_t begin = range.offset_bytes;
    uint64_t end = begin + range.bytes;
    auto next = ranges_.upper_bound(end);
    while (next != ranges_.begin() && std::prev(next)->second >= begin) {
      --next;
      begin = std::min(begin, next->first);
      end = std::max(end, next->second);
      next = ranges_.erase(next);
    }
    ranges_.emplace(begin, end);
  }

  bool Overlap(const Placement& range) const {
    const auto next = ranges_.lower_bound(range.offset_bytes + range.bytes);
    return next != ranges_.begin() && std::prev(next)->second > range.offset_bytes;
  }

 private:
  std::map<uint64_t, uint64_t> ranges_;  // end of each range by its begin
};

// Ranges that dispatches have touched. Only ranges of rows, which may share bytes, are kept individually.
class Ranges {
 public:
  void Add(const Placement& range) {
    bytes_[range.region].Add(range);
    if (range.rows.pitch > 0) {
      rows_.push_back(range);
    } else {
      dense_[range.region].Add(range);
    }
  }

  bool Overlap(const Placement& range) const { return AnyOverlap(bytes_, range); }

  // True if the ranges conflict. Two writers of rows may run concurrently. A reader and a writer of different
  // rows could too, but the validation layers compare whole bindings. A shader that may read what it writes,
  // words of narrow elements, counts as a reader, whatever its specialization.
  bool Collide(const Placement& range) const {
    if (range.rows.pitch == 0 || !Overlap(range)) return Overlap(range);
    if (AnyOverlap(dense_, range)) return true;
    return std::ranges::any_of(rows_, [&](const Placement& other) {
      return ShareBytes(other, range) && !HaveOwnColumns(other, range);
    });
  }

 private:
  using ByRegion = std::map<Region, Bytes>;

  static bool AnyOverlap(const ByRegion& regions, const Placement& range) {
    const auto region = regions.find(range.region);
    return region != regions.end() && region->second.Overlap(range);
  }

  ByRegion bytes_;  // all ranges
  ByRegion dense_;  // ranges that are not rows
  std::vector<Placement> rows_;
};

// The ranges that dispatches have touched since the last barrier.
class Accesses {
 public:
  bool Conflicts(const Placement& range, Access access) const {
    if (access != Access::kWrite && written_.Overlap(range)) return true;
    if (access == Access::kRead) return false;
    return written_.Collide(range) || read_.Overlap(range);
  }

  void Add(const Placement& range, Access access) {
    if (access != Access::kRead) written_.Add(range);
    if (access != Access::kWrite) read_.Add(range);
  }

 private:
  Ranges read_;
  Ranges written_;
};

}  // namespace

std::vector<bool> PlanBarriers(const Graph& graph, const MemoryPlan& plan) {
  std::vector<bool> barrier_before(graph.dispatches.size(), false);
  Accesses accesses;
  for (size_t d = 0; d < graph.dispatches.size(); ++d) {
    const Dispatch& dispatch = graph.dispatches[d];
    const auto placement = [&](size_t binding) -> const Placement& {
      return plan.placements[static_cast<size_t>(dispatch.bindings[binding])];
    };
    for (size_t b = 0; b < dispatch.bindings.size() && !barrier_before[d]; ++b) {
      barrier_before[d] = accesses.Conflicts(placement(b), dispatch.shader->bindings[b].access);
    }
    if (barrier_before[d]) accesses = {};
    for (size_t b = 0; b < dispatch.bindings.size(); ++b) {
      accesses.Add(placement(b), dispatch.shader->bindings[b].access);
    }
  }
  return barrier_before;
}

}  // namespace litevk::gpu
