// What the record and the kernels of TransformLandmarks share.
#pragma once

#include "runtime/ir/graph.h"

namespace litevk {

struct TransformLandmarksParams {
  int dimensions;  // coordinates of a point, of version 1
  float scale;     // of what the matrix moves points by, of version 1
};

// Version 1 has the coordinates of all points in the channels of an image, version 2 points in rows of their
// own. Interpreters that do not know the operator say version 1 of every node, so the dims decide.
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
