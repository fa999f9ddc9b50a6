#include "kernels_ref/common/segments.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status UnsortedSegmentProd(const KernelArgs& args) {
  return ReduceAnySegments(
      args, [](auto zero) { return static_cast<decltype(zero)>(1); },
      [](auto total, auto value) { return WrappingMultiply(total, value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unsorted_segment_prod, &UnsortedSegmentProd, /*checks_values=*/true)
