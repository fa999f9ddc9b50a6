#include <cmath>

#include "kernels_ref/common/pool.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Computes the root mean square of the pixels inside the image.
static Status L2Pool2d(const KernelArgs& args) {
  return Pool2d<float>(
      args, 0.0F, [](float sum, float pixel) { return sum + pixel * pixel; },
      [](float sum, int inside) { return std::sqrt(sum / static_cast<float>(inside)); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(l2_pool_2d, &L2Pool2d)
