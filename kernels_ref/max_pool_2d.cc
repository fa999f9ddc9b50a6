#include <algorithm>
#include <limits>

#include "kernels_ref/common/pool.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status MaxPool2d(const KernelArgs& args) {
  return ForType<float, int8_t, uint8_t, int16_t>(args.inputs[0].type(), [&]<typename T>(T) {
    return Pool2d<T>(
        args, std::numeric_limits<T>::lowest(), [](T best, T pixel) { return std::max(best, pixel); },
        [](T best, int) { return best; });
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(max_pool_2d, &MaxPool2d, /*checks_values=*/false, &CheckPool)
