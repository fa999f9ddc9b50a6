#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/table8.h"
#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float TanhOf(float value) { return std::tanh(value); }

static Status Tanh(const KernelArgs& args) { return ApplyUnary<float, Eigen::half>(args, TanhOf); }

static Status Int8Tanh(const KernelArgs& args) { return ApplyTable8<int8_t>(args, TanhOf); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(tanh, {{"plain", &Tanh}, {"int8", &Int8Tanh}})
