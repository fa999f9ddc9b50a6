#include "kernels_ref/elementwise/logical.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LogicalOr(const KernelArgs& args) { return ApplyLogical(args, std::logical_or<>()); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logical_or, &LogicalOr)
