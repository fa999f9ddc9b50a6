// The parameters that the record and the kernels of Landmarks2TransformMatrix share.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Parameters of the operator, in which its two versions differ. A box around some points is rotated so that
// the line from point `left` to point `right` has the target's angle. The box is then mapped to an image.
//
// Let c be the center of the box, s its sizes, and R the inverse rotation. By axis, point p maps to
//   center_scale * c + pixel_scale * (R * (box_scale * s * (p - middle))).
struct LandmarksToMatrixParams {
  int left;
  int right;
  bool is_line;  // version 1: the angle is that of an undirected line, from -90 to 90 degrees
  float target_radians;
  float box_scale[2];
  float pixel_scale[2];
  float center_scale[2];
  float middle[2];
  // The options, in the model's memory. They list any number of points.
  const std::byte* options;
  size_t options_bytes;
};

// Number of coordinates of a point in a row of the landmarks.
inline constexpr int kLandmarkValues = 3;

// Returns the indices of the points that the box encloses.
std::vector<int> BoxPoints(const ir::Params& params);

}  // namespace litevk
