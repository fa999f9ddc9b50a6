#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Equal(const KernelArgs& args) { return ApplyEquality(args, std::equal_to<>()); }

const KernelRow kKernelRow_equal = {kOpInfo_equal, &Equal};

}  // namespace litevk::ref
