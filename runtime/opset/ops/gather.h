// GATHER's axis and batch dims, resolved for its operands.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

struct GatherAxes {
  int axis = 0;
  int batch_dims = 0;  // leading dims that input and indices share
};

Result<GatherAxes> ResolveGatherAxes(const ir::ShapeQuery& query);

}  // namespace litevk
