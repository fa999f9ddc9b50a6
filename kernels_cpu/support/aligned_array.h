// Arrays that begin at a cache line, so that no vector crosses two.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace litevk::cpu {

// An array whose elements are all 0 at first.
template <typename T>
class AlignedArray {
 public:
  explicit AlignedArray(size_t count = 0) : lines_((count + kPerLine - 1) / kPerLine) {}

  T* data() { return reinterpret_cast<T*>(lines_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(lines_.data()); }

 private:
  static constexpr size_t kLineBytes = 64;
  static constexpr size_t kPerLine = kLineBytes / sizeof(T);
  struct alignas(kLineBytes) Line {
    std::array<T, kPerLine> elements = {};
  };
  std::vector<Line> lines_;
};

}  // namespace litevk::cpu
