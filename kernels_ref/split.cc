#include "runtime/opset/ops/split.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"

namespace litevk::ref {

static Status Split(const KernelArgs& args) {
  const ir::Shape& input = args.inputs[1].dims();
  if (input.NumElements() == 0) return {};
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const int axis, AxisOfSplit(stored.query()));
  return SplitRows(args.inputs[1], args, CountBetween(input, 0, axis));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(split, &Split)
