// Run counts and times of each node.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>

namespace litevk {

struct NodeProfile {
  int64_t runs = 0;
  double seconds = 0;  // total of all runs, including nodes that the node runs in other subgraphs
};

class Profile {
 public:
  explicit Profile(bool enabled) : enabled_(enabled) {}

  bool enabled() const { return enabled_; }
  void Add(int subgraph, int node, std::chrono::steady_clock::duration time) {
    NodeProfile& profile = nodes_[{subgraph, node}];
    ++profile.runs;
    profile.seconds += std::chrono::duration<double>(time).count();
  }
  // Returns zeros for a node that did not run while the profile was enabled.
  NodeProfile Of(int subgraph, int node) const {
    const auto found = nodes_.find({subgraph, node});
    return found == nodes_.end() ? NodeProfile() : found->second;
  }
  // Removes the nodes of a subgraph from `first_node` on, whose indices are about to be reused.
  void Forget(int subgraph, int first_node) {
    std::erase_if(nodes_, [&](const auto& entry) {
      return entry.first.first == subgraph && entry.first.second >= first_node;
    });
  }
  void Reset() { nodes_.clear(); }

 private:
  bool enabled_;
  std::map<std::pair<int, int>, NodeProfile> nodes_;  // keyed by subgraph and node
};

// Adds the time from its construction to its destruction. Does not read the clock if profiling is disabled.
class ScopedNodeTimer {
 public:
  ScopedNodeTimer(Profile& profile, int subgraph, int node)
      : profile_(profile), subgraph_(subgraph), node_(node) {
    if (profile_.enabled()) start_ = std::chrono::steady_clock::now();
  }
  ~ScopedNodeTimer() {
    if (profile_.enabled()) profile_.Add(subgraph_, node_, std::chrono::steady_clock::now() - start_);
  }
  ScopedNodeTimer(const ScopedNodeTimer&) = delete;
  ScopedNodeTimer& operator=(const ScopedNodeTimer&) = delete;

 private:
  Profile& profile_;
  int subgraph_;
  int node_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace litevk
