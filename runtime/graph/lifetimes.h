// Which tensors live at the same time: found without a look at all others.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace litevk::gpu {

// From the first to the last dispatch that touches a tensor, both included.
struct Lifetime {
  int first = 0;
  int last = -1;
};

// Items with lifetimes among `dispatches`, as a segment tree of these.
class Lifetimes {
 public:
  explicit Lifetimes(int dispatches)
      : leaves_(static_cast<size_t>(dispatches)), covering_(2 * static_cast<size_t>(dispatches)) {}

  void Add(int item, Lifetime lifetime);
  // Returns the items, in no order, each once, that live together with `lifetime`.
  std::vector<int> Overlapping(Lifetime lifetime) const;

 private:
  size_t leaves_;
  std::vector<std::vector<int>> covering_;  // by node of the tree: items that live in all of its dispatches
  std::multimap<int, int> by_first_;        // items by the dispatch that they begin with
};

}  // namespace litevk::gpu
