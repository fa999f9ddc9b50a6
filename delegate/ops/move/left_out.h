// Padding for nodes that take one range of each dim: SLICE and similar operators.
#pragma once

#include <cstddef>
#include <vector>

#include "delegate/kernel/spatial_padding.h"
#include "runtime/ir/shape.h"

namespace litevk {

// GpuKernel::as_padding of such nodes: negative padding for the elements outside of the range. `begin` and
// `size` are indexed by dim.
template <typename Integer>
DimPadding LeftOut(const ir::Shape& dims, const std::vector<Integer>& begin,
                   const std::vector<Integer>& size) {
  DimPadding padding;
  for (size_t axis = 0; axis < begin.size(); ++axis) {
    const auto before = static_cast<int>(begin[axis]);
    padding.push_back({-before, before + static_cast<int>(size[axis]) - dims[static_cast<int>(axis)]});
  }
  return padding;
}

}  // namespace litevk
