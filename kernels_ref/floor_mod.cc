#include <cmath>
#include <type_traits>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

template <typename T>
static T Remainder(T left, T right) {
  if constexpr (std::is_integral_v<T>) {
    // Any value modulo -1 is 0; C++ leaves this undefined for the lowest value.
    return right == -1 ? T{0} : static_cast<T>(left % right);
  } else {
    return std::fmod(left, right);
  }
}

// Returns the remainder with the divisor's sign.
template <typename T>
static T FloorModulo(T left, T right) {
  const T remainder = Remainder(left, right);
  const bool is_other_sign = remainder != 0 && (remainder < 0) != (right < 0);
  return is_other_sign ? static_cast<T>(remainder + right) : remainder;
}

static Status FloorMod(const KernelArgs& args) {
  return ForType<float, int8_t, int16_t, int32_t, int64_t>(args.outputs[0].type(), [&]<typename T>(T) {
    const Status status = std::is_integral_v<T> ? CheckDivisor<T>(args.inputs[1]) : Status();
    return status.ok() ? ApplyBinary<T>(args, &FloorModulo<T>) : status;
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(floor_mod, &FloorMod)
