#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/elementwise/sigmoid16.h"
#include "kernels_ref/elementwise/table8.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float TanhOf(float value) { return std::tanh(value); }

static Status Tanh(const KernelArgs& args) { return ApplyUnary<float, Eigen::half>(args, TanhOf); }

template <typename T>
static Status Tanh8(const KernelArgs& args) {
  return ApplyTable8<T>(args, TanhOf);
}

static Status Int16Tanh(const KernelArgs& args) {
  constexpr int kMostLeft = 1;
  const SigmoidArgument argument(AffineChannels::OnlyOf(*args.inputs[0].tensor).scale, kMostLeft);
  return ApplyUnary<int16_t>(args, [&](int16_t integer) { return Tanh16(argument.ValueOf(integer)); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(
    tanh, {{"plain", &Tanh}, {"int8", &Tanh8<int8_t>}, {"uint8", &Tanh8<uint8_t>}, {"int16", &Int16Tanh}})
