#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status GreaterEqual(const KernelArgs& args) { return ApplyComparison(args, std::greater_equal<>()); }

const KernelRow kKernelRow_greater_equal = {kOpInfo_greater_equal, &GreaterEqual};

}  // namespace litevk::ref
