#include <cmath>

#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Atan2(const KernelArgs& args) {
  return ApplyBinary<float, double>(args, []<typename T>(T y, T x) { return std::atan2(y, x); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(atan2, &Atan2)
