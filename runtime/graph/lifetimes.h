// Finds tensors that live at the same time, without looking at all others.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace litevk::gpu {

// The first and the last dispatch that touch a tensor.
struct Lifetime {
  int first = 0;
  int last = -1;
};

// Items with lifetimes among `dispatches`, stored in a segment tree.
class Lifetimes {
 public:
  explicit Lifetimes(int dispatches)
      : leaves_(static_cast<size_t>(dispatches)), covering_(2 * static_cast<size_t>(dispatches)) {}

  void Add(int item, Lifetime lifetime);
  // Returns each item whose lifetime overlaps `lifetime`, once, in no particular order.
  std::vector<int> Overlapping(Lifetime lifetime) const;

 private:
  size_t leaves_;
  std::vector<std::vector<int>> covering_;  // for each tree node: items that live in all of its dispatches
  std::multimap<int, int> by_first_;        // items by their first dispatch
};

}  // namespace litevk::gpu
