#include <cmath>
#include <type_traits>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Divides and rounds down. The quotient of the lowest value and -1 wraps around.
template <typename T>
static T FloorQuotient(T left, T right) {
  if constexpr (std::is_integral_v<T>) {
    const int64_t quotient = int64_t{left} / right;
    const bool rounded_up = left % int64_t{right} != 0 && (left < 0) != (right < 0);
    return static_cast<T>(quotient - (rounded_up ? 1 : 0));
  } else {
    return static_cast<T>(std::floor(double{left} / double{right}));
  }
}

// Fails on a divisor of 0 also for float32, as TFLite does.
static Status FloorDiv(const KernelArgs& args) {
  return ForType<float, int8_t, int16_t, int32_t>(args.outputs[0].type(), [&]<typename T>(T) {
    const Status status = CheckDivisor<T>(args.inputs[1]);
    return status.ok() ? ApplyBinary<T>(args, &FloorQuotient<T>) : status;
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(floor_div, &FloorDiv)
