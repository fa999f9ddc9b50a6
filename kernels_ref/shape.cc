#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {

// Writes the dims in the output tensor's type; the option out_type repeats that type.
static Status WriteShape(const KernelArgs& args) {
  const std::vector<int>& dims = args.inputs[0].dims().dims();
  return ForType<int32_t, int64_t>(args.outputs[0].type(), [&](auto zero) {
    std::ranges::copy(dims, args.outputs[0].data<decltype(zero)>());
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(shape, &WriteShape)
