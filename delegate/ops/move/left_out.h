// What nodes leave out that take one range of each dim: SLICE and its kin.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "runtime/ir/shape.h"

namespace litevk {

// OpSpec::as_padding of them. `begin` and `size` are by dim.
template <typename Number>
std::vector<std::array<int, 2>> LeftOut(const ir::Shape& dims, const std::vector<Number>& begin,
                                        const std::vector<Number>& size) {
  std::vector<std::array<int, 2>> padding;
  for (size_t axis = 0; axis < begin.size(); ++axis) {
    const auto before = static_cast<int>(begin[axis]);
    padding.push_back({-before, before + static_cast<int>(size[axis]) - dims[static_cast<int>(axis)]});
  }
  return padding;
}

}  // namespace litevk
