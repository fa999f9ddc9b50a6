#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Relu(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return value < 0.0F ? 0.0F : value; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu, &Relu)
