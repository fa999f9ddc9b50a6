#include "kernels_ref/elementwise/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Equal(const KernelArgs& args) { return ApplyEquality(args, std::equal_to<>()); }

static Status QuantizedEqual(const KernelArgs& args) { return CompareQuantized(args, std::equal_to<>()); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(equal, {{"plain", &Equal}, {"quantized", &QuantizedEqual}})
