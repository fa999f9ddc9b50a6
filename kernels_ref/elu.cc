#include <cmath>

#include "kernels_ref/elementwise/table8.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float EluOf(float value) { return value < 0.0F ? std::expm1(value) : value; }

static Status Elu(const KernelArgs& args) { return ApplyUnary<float>(args, EluOf); }

static Status Int8Elu(const KernelArgs& args) { return ApplyTable8<int8_t>(args, EluOf); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(elu, {{"plain", &Elu}, {"int8", &Int8Elu}})
