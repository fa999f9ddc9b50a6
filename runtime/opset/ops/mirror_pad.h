// What MIRROR_PAD's mode and paddings mean.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk {

// The runs of the input that the runs of `inner` elements of the output show, in row-major order.
struct Mirror {
  std::vector<int64_t> runs;
  int64_t inner = 1;
};

Result<Mirror> ResolveMirror(const ir::ShapeQuery& query);

}  // namespace litevk
