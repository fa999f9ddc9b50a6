#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/table8.h"
#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float LogisticOf(float value) { return 1.0F / (1.0F + std::exp(-value)); }

static Status Logistic(const KernelArgs& args) { return ApplyUnary<float, Eigen::half>(args, LogisticOf); }

static Status Int8Logistic(const KernelArgs& args) { return ApplyTable8<int8_t>(args, LogisticOf); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(logistic, {{"plain", &Logistic}, {"int8", &Int8Logistic}})
