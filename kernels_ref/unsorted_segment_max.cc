#include <algorithm>
#include <limits>

#include "kernels_ref/common/segments.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// A segment without parts gets the lowest value of the type.
static Status UnsortedSegmentMax(const KernelArgs& args) {
  return ReduceAnySegments(
      args, [](auto zero) { return std::numeric_limits<decltype(zero)>::lowest(); },
      [](auto total, auto value) { return std::max(total, value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unsorted_segment_max, &UnsortedSegmentMax, /*checks_values=*/true)
