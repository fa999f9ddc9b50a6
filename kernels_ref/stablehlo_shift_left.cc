#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Shifts by the low five bits of the distance, whatever the type, as TFLite does on x86.
static Status StablehloShiftLeft(const KernelArgs& args) {
  return ApplyBinary<int8_t, int16_t, int32_t>(args, []<typename T>(T left, T right) {
    return static_cast<T>(static_cast<uint32_t>(left) << (static_cast<uint32_t>(right) & 31));
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(stablehlo_shift_left, &StablehloShiftLeft)
