// Floats that begin at a cache line, so that no vector crosses two.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace litevk::cpu {

// All are 0 at first.
class AlignedFloats {
 public:
  explicit AlignedFloats(size_t count = 0) : lines_((count + kPerLine - 1) / kPerLine) {}

  float* data() { return reinterpret_cast<float*>(lines_.data()); }
  const float* data() const { return reinterpret_cast<const float*>(lines_.data()); }

 private:
  static constexpr size_t kPerLine = 16;
  struct alignas(64) Line {
    std::array<float, kPerLine> floats = {};
  };
  std::vector<Line> lines_;
};

}  // namespace litevk::cpu
