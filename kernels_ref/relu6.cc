#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Relu6(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) {
    return value > 6.0F ? 6.0F : value < 0.0F ? 0.0F : value;
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu6, &Relu6)
