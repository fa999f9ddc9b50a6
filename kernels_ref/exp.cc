#include <cmath>

#include "kernels_ref/elementwise/table16.h"
#include "kernels_ref/elementwise/table8.h"
#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static float ExpOf(float value) { return std::exp(value); }

static Status Exp(const KernelArgs& args) { return ApplyUnary<float>(args, ExpOf); }

static Status Int8Exp(const KernelArgs& args) { return ApplyTable8<int8_t>(args, ExpOf); }

static Status Int16Exp(const KernelArgs& args) { return ApplyTable16(args, ExpOf); }

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(exp, {{"plain", &Exp}, {"int8", &Int8Exp}, {"int16", &Int16Exp}})
