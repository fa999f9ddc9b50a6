#include "runtime/layout/min_cut.h"

#include <algorithm>
#include <cstddef>

namespace litevk {

int MinCut::AddVertex() {
  edges_of_.emplace_back();
  return static_cast<int>(edges_of_.size()) - 1;
}

void MinCut::AddCost(int from, int to, int64_t cost) {
  if (from == to || cost == 0) return;
  edges_of_[static_cast<size_t>(from)].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({to, cost});
  edges_of_[static_cast<size_t>(to)].push_back(static_cast<int>(edges_.size()));
  edges_.push_back({from, 0});
}

bool MinCut::FindLevels() {
  levels_.assign(edges_of_.size(), -1);
  next_.assign(edges_of_.size(), 0);
  std::vector<int> reached = {kSource};
  levels_[kSource] = 0;
  for (size_t i = 0; i < reached.size(); ++i) {
    const auto vertex = static_cast<size_t>(reached[i]);
    for (const int index : edges_of_[vertex]) {
      const Edge& edge = edges_[static_cast<size_t>(index)];
      int& level = levels_[static_cast<size_t>(edge.to)];
      if (edge.room == 0 || level >= 0) continue;
      level = levels_[vertex] + 1;
      reached.push_back(edge.to);
    }
  }
  return levels_[kSink] >= 0;
}

// Not recursive, since a path may be as long as the model.
bool MinCut::Augment() {
  std::vector<int> path;
  for (int vertex = kSource; vertex != kSink;) {
    const auto at = static_cast<size_t>(vertex);
    if (next_[at] == edges_of_[at].size()) {
      if (path.empty()) return false;
      vertex = edges_[static_cast<size_t>(path.back() ^ 1)].to;
      path.pop_back();
      ++next_[static_cast<size_t>(vertex)];
      continue;
    }
    const int index = edges_of_[at][next_[at]];
    const Edge& edge = edges_[static_cast<size_t>(index)];
    if (edge.room > 0 && levels_[static_cast<size_t>(edge.to)] == levels_[at] + 1) {
      path.push_back(index);
      vertex = edge.to;
    } else {
      ++next_[at];
    }
  }
  int64_t room = kNever;
  for (const int index : path) room = std::min(room, edges_[static_cast<size_t>(index)].room);
  for (const int index : path) {
    edges_[static_cast<size_t>(index)].room -= room;
    edges_[static_cast<size_t>(index ^ 1)].room += room;
  }
  return true;
}

std::vector<bool> MinCut::SourceSide() {
  while (FindLevels()) {
    while (Augment()) {
    }
  }
  std::vector<bool> is_source(levels_.size());
  for (size_t vertex = 0; vertex < levels_.size(); ++vertex) is_source[vertex] = levels_[vertex] >= 0;
  return is_source;
}

}  // namespace litevk
