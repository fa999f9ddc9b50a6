#include "kernels_ref/common/segments.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {

static Status SegmentSum(const KernelArgs& args) {
  return ReduceAnySegments(
      args, [](auto zero) { return zero; }, [](auto total, auto value) { return WrappingAdd(total, value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(segment_sum, &SegmentSum, /*checks_values=*/true)
