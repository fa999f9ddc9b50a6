#include "kernels_ref/elementwise/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Greater(const KernelArgs& args) { return ApplyComparison(args, std::greater<>()); }

static Status QuantizedGreater(const KernelArgs& args) { return CompareQuantized(args, std::greater<>()); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(greater, {{"plain", &Greater}, {"8 bits", &QuantizedGreater}, {"int16", &Greater}})
