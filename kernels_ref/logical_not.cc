#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LogicalNot(const KernelArgs& args) {
  // Any byte but 0 counts as true: a caller may fill a tensor with such.
  const auto* input = args.inputs[0].data<uint8_t>();
  bool* output = args.outputs[0].data<bool>();
  const int64_t count = args.outputs[0].dims().NumElements();
  for (int64_t index = 0; index < count; ++index) output[index] = input[index] == 0;
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logical_not, &LogicalNot)
