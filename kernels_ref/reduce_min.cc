#include <algorithm>
#include <limits>

#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Returns the start value. The minimum of no elements is the largest finite value.
template <typename T>
static T AboveAll(bool is_empty) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return is_empty ? Limits::max() : Limits::infinity();
  return Limits::max();
}

static Status ReduceMin(const KernelArgs& args) {
  const bool is_empty = args.inputs[0].dims().NumElements() == 0;
  return Reduce<float, int8_t, uint8_t, int16_t, int32_t, int64_t, bool>(
      args, [&](auto zero) { return AboveAll<decltype(zero)>(is_empty); },
      [](auto total, auto element) {
        return std::min(total, OrLimit(element, std::numeric_limits<decltype(element)>::max()));
      });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reduce_min, &ReduceMin)
