// Computes the matrix that maps an image's pixels to those of another image, where they fill a rotated box
// around points. LandmarksToMatrixParams describes the box.
#include "runtime/opset/ops/landmarks_2_transform_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

using Point = std::array<float, 2>;

Point PointAt(const KernelArgs& args, int index) {
  const float* values = args.inputs[0].data<float>() + int64_t{index} * kLandmarkValues;
  return {values[0], values[1]};
}

Point Turn(const Point& point, float radians) {
  const float cosine = std::cos(radians);
  const float sine = std::sin(radians);
  return {cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1]};
}

// Returns the rotation that gives the line from `left` to `right` the target's angle.
float TurnOf(const KernelArgs& args, const LandmarksToMatrixParams& params) {
  const Point left = PointAt(args, params.left);
  const Point right = PointAt(args, params.right);
  const float rise = right[1] - left[1];
  const float run = right[0] - left[0];
  return params.target_radians - (params.is_line ? std::atan(rise / run) : std::atan2(rise, run));
}

struct Box {
  Point least = {std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
  Point most = {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest()};

  void Add(const Point& point) {
    for (size_t axis = 0; axis < 2; ++axis) {
      least[axis] = std::min(least[axis], point[axis]);
      most[axis] = std::max(most[axis], point[axis]);
    }
  }
};

}  // namespace

static Status LandmarksToTransformMatrix(const KernelArgs& args) {
  const auto& params = args.params.As<LandmarksToMatrixParams>();
  const float turn = TurnOf(args, params);
  Box box;
  for (const int point : BoxPoints(args.params)) box.Add(Turn(PointAt(args, point), turn));
  const Point center = Turn({(box.least[0] + box.most[0]) / 2, (box.least[1] + box.most[1]) / 2}, -turn);
  const std::array<Point, 2> columns = {Turn({(box.most[0] - box.least[0]) * params.box_scale[0], 0}, -turn),
                                        Turn({0, (box.most[1] - box.least[1]) * params.box_scale[1]}, -turn)};
  float* matrix = args.outputs[0].data<float>();
  std::fill(matrix, matrix + args.outputs[0].dims().NumElements(), 0.0F);
  for (size_t axis = 0; axis < 2; ++axis) {
    float* row = matrix + 4 * axis;
    row[0] = columns[0][axis] * params.pixel_scale[axis];
    row[1] = columns[1][axis] * params.pixel_scale[axis];
    row[3] = center[axis] * params.center_scale[axis] - row[0] * params.middle[0] - row[1] * params.middle[1];
  }
  matrix[10] = 1;
  matrix[15] = 1;
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(landmarks_2_transform_matrix, &LandmarksToTransformMatrix)
