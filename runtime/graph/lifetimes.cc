#include "runtime/graph/lifetimes.h"

#include <cstddef>

namespace litevk::gpu {

void Lifetimes::Add(int item, Lifetime lifetime) {
  by_first_.emplace(lifetime.first, item);
  size_t begin = static_cast<size_t>(lifetime.first) + leaves_;
  size_t end = static_cast<size_t>(lifetime.last) + leaves_ + 1;
  for (; begin < end; begin /= 2, end /= 2) {
    if (begin % 2 == 1) covering_[begin++].push_back(item);
    if (end % 2 == 1) covering_[--end].push_back(item);
  }
}

// Combines the items that live at the first dispatch with those that begin after it.
std::vector<int> Lifetimes::Overlapping(Lifetime lifetime) const {
  std::vector<int> found;
  for (size_t node = static_cast<size_t>(lifetime.first) + leaves_; node > 0; node /= 2) {
    found.insert(found.end(), covering_[node].begin(), covering_[node].end());
  }
  const auto end = by_first_.upper_bound(lifetime.last);
  for (auto item = by_first_.upper_bound(lifetime.first); item != end; ++item) found.push_back(item->second);
  return found;
}

}  // namespace litevk::gpu
