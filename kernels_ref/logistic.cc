#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/elementwise/sigmoid16.h"
#include "kernels_ref/elementwise/table8.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float LogisticOf(float value) { return 1.0F / (1.0F + std::exp(-value)); }

static Status Logistic(const KernelArgs& args) { return ApplyUnary<float, Eigen::half>(args, LogisticOf); }

template <typename T>
static Status Logistic8(const KernelArgs& args) {
  return ApplyTable8<T>(args, LogisticOf);
}

static Status Int16Logistic(const KernelArgs& args) {
  constexpr int kMostLeft = 0;
  const SigmoidArgument argument(AffineChannels::OnlyOf(*args.inputs[0].tensor).scale, kMostLeft);
  return ApplyUnary<int16_t>(args, [&](int16_t integer) { return Logistic16(argument.ValueOf(integer)); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logistic, {{"plain", &Logistic},
                             {"int8", &Logistic8<int8_t>},
                             {"uint8", &Logistic8<uint8_t>},
                             {"int16", &Int16Logistic}})
