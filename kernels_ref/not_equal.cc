#include "kernels_ref/elementwise/compare.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status NotEqual(const KernelArgs& args) { return ApplyEquality(args, std::not_equal_to<>()); }

static Status QuantizedNotEqual(const KernelArgs& args) {
  return CompareQuantized(args, std::not_equal_to<>());
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(not_equal, {{"plain", &NotEqual}, {"quantized", &QuantizedNotEqual}})
