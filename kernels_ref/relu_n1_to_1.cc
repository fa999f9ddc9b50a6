#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ReluN1To1(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) {
    return value > 1.0F ? 1.0F : value < -1.0F ? -1.0F : value;
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(relu_n1_to_1, &ReluN1To1)
