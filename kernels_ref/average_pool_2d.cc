#include <cstdint>
#include <type_traits>

#include "kernels_ref/common/pool.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// Computes the mean of the pixels inside the image: padding does not count. The mean of integers is rounded,
// ties away from zero.
static Status AveragePool2d(const KernelArgs& args) {
  if (args.inputs[0].type() == ir::DataType::kFloat32) {
    return Pool2d<float>(
        args, 0.0F, [](float sum, float pixel) { return sum + pixel; },
        [](float sum, int inside) { return sum / static_cast<float>(inside); });
  }
  return ForType<int8_t, uint8_t, int16_t>(args.inputs[0].type(), [&]<typename T>(T) {
    // 32 bits hold the sum of any window of bytes that has fewer than 2^23 taps.
    using Sum = std::conditional_t<sizeof(T) == 1, int32_t, int64_t>;
    return Pool2d<T>(
        args, Sum{0}, [](Sum sum, T pixel) { return static_cast<Sum>(sum + pixel); },
        [](Sum sum, int inside) {
          const int half = inside / 2;
          return static_cast<T>((sum > 0 ? sum + half : sum - half) / inside);
        });
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(average_pool_2d, &AveragePool2d, /*checks_values=*/false, &CheckPool)
