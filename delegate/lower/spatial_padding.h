// What stands around an image.
#pragma once

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

}  // namespace litevk
