#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LessEqual(const KernelArgs& args) { return ApplyComparison(args, std::less_equal<>()); }

const KernelRow kKernelRow_less_equal = {kOpInfo_less_equal, &LessEqual};

}  // namespace litevk::ref
