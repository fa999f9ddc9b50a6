// A binary heap whose ties are decided here. The standard leaves open which of equal elements std::pop_heap
// puts first, and its libraries differ; TFLite's results are those of GCC's, whose steps these are.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace litevk::ref {

// An element of which none is greater, by operator<, is on top.
template <typename T>
class Heap {
 public:
  bool empty() const { return elements_.empty(); }
  size_t size() const { return elements_.size(); }

  void Push(T element) {
    elements_.push_back(element);
    Rise(elements_.size() - 1, element);
  }

  T Pop() {
    const T top = elements_.front();
    const T last = elements_.back();
    elements_.pop_back();
    if (!elements_.empty()) Rise(SinkHole(), last);
    return top;
  }

 private:
  // Moves the hole at the top down to a leaf, the greater child into it each time; of equal ones the right.
  size_t SinkHole() {
    const size_t count = elements_.size();
    size_t hole = 0;
    for (size_t child = 1; child < count; child = 2 * hole + 1) {
      if (child + 1 < count && !(elements_[child + 1] < elements_[child])) ++child;
      elements_[hole] = elements_[child];
      hole = child;
    }
    return hole;
  }

  // Puts the element where the hole is, below the nearest parent that is not less.
  void Rise(size_t hole, T element) {
    while (hole > 0 && elements_[(hole - 1) / 2] < element) {
      elements_[hole] = elements_[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    elements_[hole] = element;
  }

  std::vector<T> elements_;
};

}  // namespace litevk::ref
