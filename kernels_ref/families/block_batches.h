// BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND. Both copy between a batched tensor {block positions x batch, axes,
// rest} and a spatial one {batch, axes, rest}: the element (b, n), p of the first is n, p * block + b -
// before of the second, where that lies inside.
#pragma once

#include <functional>

#include "kernels_ref/support/elements.h"
#include "runtime/opset/families/block_batches.h"

namespace litevk::ref {

// Calls copy(dims, batched, spatial) for each position in a block that has elements on both sides. Neither
// tensor may be empty.
void ForEachBlockPosition(
    const Blocks& blocks, const ir::Shape& batched, const ir::Shape& spatial,
    const std::function<void(const ir::Shape&, const Placement&, const Placement&)>& copy);

}  // namespace litevk::ref
