#include "kernels_ref/elementwise/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status LessEqual(const KernelArgs& args) { return ApplyComparison(args, std::less_equal<>()); }

static Status QuantizedLessEqual(const KernelArgs& args) {
  return CompareQuantized(args, std::less_equal<>());
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(less_equal, {{"plain", &LessEqual}, {"8 bits", &QuantizedLessEqual}, {"int16", &LessEqual}})
