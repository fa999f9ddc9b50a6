// The cheapest division of a network in two (the theorem of Ford and Fulkerson, by Dinic's algorithm).
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

  int AddPlace();
  // Costs `cost` where `from` is on the source's side and `to` on the sink's.
  void AddCost(int from, int to, int64_t cost);
  // Returns by place whether it is on the source's side, in the division with the fewest such places.
  std::vector<bool> SourceSide();

 private:
  struct Edge {
    int to;
    int64_t room;  // what may still flow; the edge back is the neighbour, index ^ 1
  };

  // Sets levels_, the distances from the source. Returns whether the sink has one.
  bool FindLevels();
  // Sends what a path of rising levels takes. Returns false where there is no more.
  bool Augment();

  std::vector<Edge> edges_;
  std::vector<std::vector<int>> edges_of_{2};
  std::vector<int> levels_;
  std::vector<size_t> next_;  // by place: the first of its edges that may lead on
};

}  // namespace litevk
