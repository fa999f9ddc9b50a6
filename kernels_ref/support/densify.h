// Expansion of a sparse tensor's stored blocks into a dense one.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Writes the dense elements. `sparse` has a sparsity; `dense` has room for all elements. Fails if the
// sparsity is malformed.
Status SpreadBlocks(const ConstView& sparse, std::span<std::byte> dense);

}  // namespace litevk::ref
