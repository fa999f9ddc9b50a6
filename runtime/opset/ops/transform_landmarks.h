// The parameters that the record and the kernels of TransformLandmarks share.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk {

struct TransformLandmarksParams {
  int dimensions;  // version 1: coordinates per point
  float scale;     // version 1: factor of the matrix' translation
};

// True for version 2, which has a row for each point. Version 1 has the coordinates of all points in the
// channels of an image. The dims decide, since interpreters that do not know the operator say version 1 of
// every node.
inline bool HasPointsInRows(const ir::Shape& landmarks) { return landmarks.rank() == 3; }

struct LandmarkForm {
  int dimensions;
  float scale;
};
inline LandmarkForm FormOf(const ir::Shape& landmarks, const ir::Params& params) {
  if (HasPointsInRows(landmarks)) return {landmarks[2], 1.0F};
  const auto& own = params.As<TransformLandmarksParams>();
  return {own.dimensions, own.scale};
}

}  // namespace litevk
