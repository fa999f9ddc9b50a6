#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status NotEqual(const KernelArgs& args) { return ApplyEquality(args, std::not_equal_to<>()); }

const KernelRow kKernelRow_not_equal = {kOpInfo_not_equal, &NotEqual};

}  // namespace litevk::ref
