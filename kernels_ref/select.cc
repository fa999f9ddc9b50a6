#include "kernels_ref/elementwise/select.h"

#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// A vector of conditions applies to the outermost dim.
static Status Select(const KernelArgs& args) {
  ir::Shape condition = args.inputs[0].dims();
  if (condition.rank() == 1) {
    std::vector<int> dims(static_cast<size_t>(std::max(1, args.inputs[1].dims().rank())), 1);
    dims[0] = condition[0];
    condition = ir::Shape(std::move(dims));
  }
  return ApplySelect(args, condition);
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(select, &Select)
