#include <cstdint>

#include "kernels_ref/elementwise/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status BitwiseXor(const KernelArgs& args) {
  return ApplyBinary<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t>(
      args, []<typename T>(T left, T right) { return static_cast<T>(left ^ right); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(bitwise_xor, &BitwiseXor)
