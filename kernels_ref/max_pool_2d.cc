#include <limits>

#include "kernels_ref/kernel_row.h"
#include "kernels_ref/pool.h"

namespace litevk::ref {

static Status MaxPool2d(const KernelArgs& args) {
  return Pool2d(
      args, std::numeric_limits<float>::lowest(),
      [](float best, float pixel) { return std::max(best, pixel); }, [](float best, int) { return best; });
}

const KernelRow kKernelRow_max_pool_2d = {abi::kTfLiteBuiltinMaxPool2d, &MaxPool2d};

}  // namespace litevk::ref
