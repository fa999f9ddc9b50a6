#include "kernels_ref/kernel_row.h"
#include "kernels_ref/pool.h"

namespace litevk::ref {

// The mean of the pixels inside the image: padding does not count.
static Status AveragePool2d(const KernelArgs& args) {
  return Pool2d(
      args, 0.0F, [](float sum, float pixel) { return sum + pixel; },
      [](float sum, int inside) { return sum / static_cast<float>(inside); });
}

const KernelRow kKernelRow_average_pool_2d = {abi::kTfLiteBuiltinAveragePool2d, &AveragePool2d};

}  // namespace litevk::ref
