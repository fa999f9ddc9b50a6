// MIRROR_PAD's mode and paddings, resolved to indices of the input.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// The input's runs of `inner` elements, in the row-major order of the output runs that show them.
struct Mirror {
  std::vector<int64_t> runs;
  int64_t inner = 1;
};

Result<Mirror> ResolveMirror(const ir::ShapeQuery& query);

}  // namespace litevk
