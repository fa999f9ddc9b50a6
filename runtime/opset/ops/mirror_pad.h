// What MIRROR_PAD's mode and paddings mean.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk {

// Of each run of `inner` elements of the output, in row-major order, the run of the input that it shows.
struct Mirror {
  std::vector<int64_t> runs;
  int64_t inner = 1;
};

Result<Mirror> ResolveMirror(const ir::ShapeQuery& query);

}  // namespace litevk
