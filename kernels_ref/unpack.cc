#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

static Status Unpack(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[0].dims();
  if (input.NumElements() == 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const int axis,
                          ir::ResolveAxis(args.params.As<abi::TfLiteUnpackParams>().axis, input.rank()));
  return SplitRows(args.inputs[0], args, CountBetween(input, 0, axis));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unpack, &Unpack)
