#include <algorithm>

#include "runtime/graph/memory_plan.h"

namespace litevk::gpu {
namespace {

// Rows of one pitch that lie beside each other.
bool HaveOwnColumns(const Placement& a, const Placement& b) {
  if (a.rows.pitch == 0 || a.rows.pitch != b.rows.pitch) return false;
  const uint64_t pitch = a.rows.pitch;
  const uint64_t a_first = (a.offset_bytes + a.rows.first) % pitch;
  const uint64_t b_first = (b.offset_bytes + b.rows.first) % pitch;
  const uint64_t apart = (b_first + pitch - a_first) % pitch;
  return apart >= a.rows.bytes && apart + b.rows.bytes <= pitch;
}

bool Overlap(const Placement& a, const Placement& b) {
  return a.region == b.region && a.offset_bytes < b.offset_bytes + b.bytes &&
         b.offset_bytes < a.offset_bytes + a.bytes;
}

bool OverlapsAny(const std::vector<Placement>& ranges, const Placement& range) {
  return std::ranges::any_of(ranges, [&](const Placement& other) { return Overlap(other, range); });
}

// Two writers of rows may run beside each other. A reader of some and a writer of others could too, but the
// validation layers compare what is bound, which is the whole of both. A shader that may read what it writes,
// words of narrow elements, is a reader too, whatever its specialization does.
bool CollidesWithAny(const std::vector<Placement>& ranges, const Placement& range) {
  return std::ranges::any_of(
      ranges, [&](const Placement& other) { return Overlap(other, range) && !HaveOwnColumns(other, range); });
}

// The ranges touched since the last barrier.
class Accesses {
 public:
  bool Conflicts(const Placement& range, Access access) const {
    if (access != Access::kWrite && OverlapsAny(written_, range)) return true;
    if (access == Access::kRead) return false;
    return CollidesWithAny(written_, range) || OverlapsAny(read_, range);
  }

  void Add(const Placement& range, Access access) {
    if (access != Access::kRead) written_.push_back(range);
    if (access != Access::kWrite) read_.push_back(range);
  }

  void Clear() {
    read_.clear();
    written_.clear();
  }

 private:
  std::vector<Placement> read_;
  std::vector<Placement> written_;
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
    if (barrier_before[d]) accesses.Clear();
    for (size_t b = 0; b < dispatch.bindings.size(); ++b) {
      accesses.Add(placement(b), dispatch.shader->bindings[b].access);
    }
  }
  return barrier_before;
}

}  // namespace litevk::gpu
