// The stored blocks of a sparse tensor, spread into a dense one.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// `sparse` has a sparsity; `dense` holds its elements. Fails when the sparsity breaks the format's rules.
Status SpreadBlocks(const ConstView& sparse, std::span<std::byte> dense);

}  // namespace litevk::ref
