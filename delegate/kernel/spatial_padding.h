// Padding around an image or another tensor.
#pragma once

#include <array>
#include <vector>

namespace litevk {

// Zeros around the two spatial dims of an NHWC tensor. A negative number leaves out as many of its rows or
// columns instead.
struct SpatialPadding {
  int top = 0;
  int bottom = 0;
  int left = 0;
  int right = 0;

  bool LeavesOut() const { return top < 0 || bottom < 0 || left < 0 || right < 0; }
};

// Zeros before and after the elements of each dim, indexed by dim. Negative numbers leave elements out.
using DimPadding = std::vector<std::array<int, 2>>;

}  // namespace litevk
