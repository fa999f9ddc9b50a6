#include <functional>

#include "kernels_ref/elementwise/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Less(const KernelArgs& args) { return ApplyComparison(args, std::less<>()); }

static Status QuantizedLess(const KernelArgs& args) { return CompareQuantized(args, std::less<>()); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(less, {{"plain", &Less}, {"8 bits", &QuantizedLess}, {"int16", &Less}})
