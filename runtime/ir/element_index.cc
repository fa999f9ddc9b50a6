#include "runtime/ir/element_index.h"

#include <algorithm>
#include <cstddef>

namespace litevk::ir {

std::vector<int> IndexOf(int64_t offset, const Shape& dims) {
  std::vector<int> index(static_cast<size_t>(dims.rank()), 0);
  for (size_t axis = index.size(); axis-- > 0;) {
    const int dim = std::max(dims[static_cast<int>(axis)], 1);
    index[axis] = static_cast<int>(offset % dim);
    offset /= dim;
  }
  return index;
}

}  // namespace litevk::ir
