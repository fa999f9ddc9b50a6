// The operands of BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND that say how.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk {

struct Blocks {
  std::vector<int64_t> sizes;    // of each spatial axis, 1 or more
  std::vector<int64_t> margins;  // before and after each, 0 or more: what the operator crops or pads

  int64_t before(size_t axis) const { return margins[2 * axis]; }
  int64_t both(size_t axis) const { return margins[2 * axis] + margins[2 * axis + 1]; }
};

// Inputs 1 and 2. `margins_name`: crops or paddings.
Result<Blocks> ReadBlocks(const ir::ShapeQuery& query, std::string_view margins_name);

}  // namespace litevk
