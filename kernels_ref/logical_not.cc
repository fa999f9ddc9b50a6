#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/load_element.h"

namespace litevk::ref {

static Status LogicalNot(const KernelArgs& args) {
  const auto* input = args.inputs[0].data<bool>();
  bool* output = args.outputs[0].data<bool>();
  const int64_t count = args.outputs[0].dims().NumElements();
  for (int64_t index = 0; index < count; ++index) output[index] = !LoadElement(input, index);
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logical_not, &LogicalNot)
