// What the record and the kernels of Landmarks2TransformMatrix share.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Numbers by which the operator's two versions differ. A box around some points is turned so that the line
// from point `left` to point `right` has the target's angle, and mapped to an image. With the center c and
// the sizes s of the box, and the rotation R by the turn back, a point p of the image is, by axis,
//   center_scale * c + pixel_scale * (R * (box_scale * s * (p - middle))).
struct LandmarksToMatrixParams {
  int left;
  int right;
  bool is_line;  // version 1: the angle is that of a line, which has no direction, from -90 to 90 degrees
  float target_radians;
  float box_scale[2];
  float pixel_scale[2];
  float center_scale[2];
  float middle[2];
  // The options, in the model's memory, which list any number of points.
  const std::byte* options;
  size_t options_bytes;
};

// A point's coordinates in a row.
inline constexpr int kLandmarkValues = 3;

// The points that the box is around, by their numbers.
std::vector<int> BoxPoints(const ir::Params& params);

}  // namespace litevk
