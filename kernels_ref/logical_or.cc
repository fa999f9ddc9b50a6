#include "kernels_ref/families/logical.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LogicalOr(const KernelArgs& args) { return ApplyLogical(args, std::logical_or<>()); }

const KernelRow kKernelRow_logical_or = {kOpInfo_logical_or, &LogicalOr};

}  // namespace litevk::ref
