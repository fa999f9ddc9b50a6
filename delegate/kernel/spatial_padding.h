// What stands around an image or another tensor.
#pragma once

#include <array>
#include <vector>

namespace litevk {

// Zeros around the two spatial dims of an NHWC tensor; of a negative number so many of its rows or columns
// are left out instead.
struct SpatialPadding {
  int top = 0;
  int bottom = 0;
  int left = 0;
  int right = 0;

  bool LeavesOut() const { return top < 0 || bottom < 0 || left < 0 || right < 0; }
};

// By dim of a tensor the zeros before and after what it has, likewise.
using DimPadding = std::vector<std::array<int, 2>>;

}  // namespace litevk
