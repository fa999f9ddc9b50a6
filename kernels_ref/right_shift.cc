#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// Shifts right arithmetically. A negative distance counts as 0; a distance of all bits or more counts as all
// bits but one.
template <typename T>
T Shifted(T value, T bits) {
  constexpr T kMost = std::numeric_limits<std::make_unsigned_t<T>>::digits - 1;
  return static_cast<T>(value >> std::clamp(bits, T{0}, kMost));
}

}  // namespace

static Status RightShift(const KernelArgs& args) {
  return ApplyBinary<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t>(
      args, []<typename T>(T left, T right) { return Shifted(left, right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(right_shift, &RightShift)
