// Minimum cut of a flow network (the theorem of Ford and Fulkerson, by Dinic's algorithm).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace litevk {

class MinCut {
 public:
  static constexpr int kSource = 0;
  static constexpr int kSink = 1;
  static constexpr int64_t kNever = int64_t{1} << 60;

  int AddVertex();
  // Adds a cost that applies if `from` is on the source's side and `to` on the sink's.
  void AddCost(int from, int to, int64_t cost);
  // Returns for each node if it is on the source's side, in the minimum cut with the fewest such nodes.
  std::vector<bool> SourceSide();

 private:
  struct Edge {
    int to;
    int64_t room;  // residual capacity; the reverse edge is the neighbour, index ^ 1
  };

  // Sets levels_, the distances from the source. Returns true if the sink is reachable.
  bool FindLevels();
  // Augments the flow along a path of rising levels. Returns false if there is none.
  bool Augment();

  std::vector<Edge> edges_;
  std::vector<std::vector<int>> edges_of_{2};
  std::vector<int> levels_;
  std::vector<size_t> next_;  // indexed by node: the first edge that may still lead on
};

}  // namespace litevk
