// SCATTER_ND's indices, resolved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace litevk {

// Returns, for each slice of the updates, the index of the output slice that it is added to. The last dim of
// the indices holds an index for each of the output's first dims. Fails if an index is out of range.
Result<std::vector<int64_t>> SliceIndices(std::span<const std::byte> indices, const ir::Shape& indices_dims,
                                          const ir::Shape& output);

}  // namespace litevk
