#include "runtime/opset/ops/where.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

// Writes, row by row, the coordinates of the elements that are not zero, outermost first.
static Status Where(const KernelArgs& args) {
  const ConstView& condition = args.inputs[0];
  const std::vector<int>& dims = condition.dims().dims();
  auto* row = args.outputs[0].data<int64_t>();
  return ForEachNonZero(condition.type(), condition.bytes, condition.dims().NumElements(),
                        [&](int64_t position) {
                          for (size_t axis = dims.size(); axis-- > 0; position /= dims[axis]) {
                            row[axis] = position % dims[axis];
                          }
                          row += dims.size();
                        });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(where, &Where)
