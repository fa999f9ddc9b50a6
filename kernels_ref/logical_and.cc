#include "kernels_ref/elementwise/logical.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LogicalAnd(const KernelArgs& args) { return ApplyLogical(args, std::logical_and<>()); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logical_and, &LogicalAnd)
