// BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND. Both copy between a batched tensor {block positions x batch, axes,
// rest} and a spatial one {batch, axes, rest}: the element (b, n), p of the first is n, p * block + b -
// before of the second, where that lies inside.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "kernels_ref/support/elements.h"

namespace litevk::ref {

struct Blocks {
  std::vector<int64_t> sizes;    // of each spatial axis, 1 or more
  std::vector<int64_t> margins;  // before and after each, 0 or more: what the operator crops or pads

  int64_t before(size_t axis) const { return margins[2 * axis]; }
  int64_t both(size_t axis) const { return margins[2 * axis] + margins[2 * axis + 1]; }
};

// Inputs 1 and 2. `margins_name`: crops or paddings.
Result<Blocks> ReadBlocks(const ir::ShapeQuery& query, std::string_view margins_name);

// Calls copy(dims, batched, spatial) for each position in a block that has elements on both sides. Neither
// tensor may be empty.
void ForEachBlockPosition(
    const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial,
    const std::function<void(const ir::Shape&, const Placement&, const Placement&)>& copy);

}  // namespace litevk::ref
