#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Fill(const KernelArgs& args) { return FillElements(args.inputs[1], args.outputs[0]); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(fill, &Fill)
