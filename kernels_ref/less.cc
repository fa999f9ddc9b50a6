#include <functional>

#include "kernels_ref/families/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Less(const KernelArgs& args) { return ApplyComparison(args, std::less<>()); }

const KernelRow kKernelRow_less = {kOpInfo_less, &Less};

}  // namespace litevk::ref
