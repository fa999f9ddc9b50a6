#include "kernels_ref/elementwise/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status GreaterEqual(const KernelArgs& args) { return ApplyComparison(args, std::greater_equal<>()); }

static Status QuantizedGreaterEqual(const KernelArgs& args) {
  return CompareQuantized(args, std::greater_equal<>());
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(greater_equal,
                  {{"plain", &GreaterEqual}, {"8 bits", &QuantizedGreaterEqual}, {"int16", &GreaterEqual}})
