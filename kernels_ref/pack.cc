#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/new_axis.h"

namespace litevk::ref {

static Status Pack(const KernelArgs& args) {
  const ir::Shape& output = args.outputs[0].dims();
  if (output.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveNewAxis(args.params.As<abi::TfLitePackParams>().axis,
                                                         args.inputs[0].dims().rank()));
  return JoinRows(args, CountBetween(output, 0, axis));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(pack, &Pack)
