// A binary heap with a defined order of ties. The standard does not say which of equal elements std::pop_heap
// returns first, and libraries differ. TFLite's results are those of GCC's library, whose steps this heap
// repeats.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace litevk::ref {

// Keeps an element on top such that none is greater by operator<.
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
  // Moves the hole at the top down to a leaf, each time replacing it by the greater child, or the right one
  // of equal children.
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

  // Moves the hole up to below the nearest parent that is not less, and puts the element there.
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
