#include "kernels_ref/elementwise/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Square(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return value * value; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(square, &Square)
