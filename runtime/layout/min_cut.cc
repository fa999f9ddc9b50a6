#include "runtime/layout/min_cut.h"

#include <algorithm>
#include <cstddef>

namespace litevk {

int MinCut::AddPlace() {
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
    const auto place = static_cast<size_t>(reached[i]);
    for (const int index : edges_of_[place]) {
      const Edge& edge = edges_[static_cast<size_t>(index)];
      int& level = levels_[static_cast<size_t>(edge.to)];
      if (edge.room == 0 || level >= 0) continue;
      level = levels_[place] + 1;
      reached.push_back(edge.to);
    }
  }
  return levels_[kSink] >= 0;
}

// Not recursive, since a path may be as long as the model.
bool MinCut::Augment() {
  std::vector<int> path;
  for (int place = kSource; place != kSink;) {
    const auto at = static_cast<size_t>(place);
    if (next_[at] == edges_of_[at].size()) {
      if (path.empty()) return false;
      place = edges_[static_cast<size_t>(path.back() ^ 1)].to;
      path.pop_back();
      ++next_[static_cast<size_t>(place)];
      continue;
    }
    const int index = edges_of_[at][next_[at]];
    const Edge& edge = edges_[static_cast<size_t>(index)];
    if (edge.room > 0 && levels_[static_cast<size_t>(edge.to)] == levels_[at] + 1) {
      path.push_back(index);
      place = edge.to;
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
  for (size_t place = 0; place < levels_.size(); ++place) is_source[place] = levels_[place] >= 0;
  return is_source;
}

}  // namespace litevk
