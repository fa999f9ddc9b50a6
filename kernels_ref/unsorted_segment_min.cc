#include <algorithm>
#include <limits>

#include "kernels_ref/common/segments.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// A segment without parts gets the greatest value of the type.
static Status UnsortedSegmentMin(const KernelArgs& args) {
  return ReduceAnySegments(
      args, [](auto zero) { return std::numeric_limits<decltype(zero)>::max(); },
      [](auto total, auto value) { return std::min(total, value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unsorted_segment_min, &UnsortedSegmentMin, /*checks_values=*/true)
