#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

// The output tensor's own type counts; the option out_type repeats it.
static Status WriteShape(const KernelArgs& args) {
  const std::vector<int>& dims = args.inputs[0].dims().dims();
  return ForType<int32_t, int64_t>(args.outputs[0].type(), [&](auto zero) {
    std::ranges::copy(dims, args.outputs[0].data<decltype(zero)>());
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(shape, &WriteShape)
