// SCATTER_ND's indices, resolved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace litevk {

// The last dim of the indices makes one place of the output's first dims. For each slice of the updates, in
// order, the number of the output's slice that it is added to. Fails where an index lies outside of its dim.
Result<std::vector<int64_t>> SlicePlaces(std::span<const std::byte> indices, const ir::Shape& indices_dims,
                                         const ir::Shape& output);

}  // namespace litevk
