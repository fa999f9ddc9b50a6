#include "kernels_ref/families/logical.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LogicalAnd(const KernelArgs& args) { return ApplyLogical(args, std::logical_and<>()); }

const KernelRow kKernelRow_logical_and = {kOpInfo_logical_and, &LogicalAnd};

}  // namespace litevk::ref
