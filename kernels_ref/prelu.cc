#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Prelu(const KernelArgs& args) {
  return ApplyBinary<float>(args,
                            [](float value, float alpha) { return value >= 0.0F ? value : value * alpha; });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(prelu, &Prelu)
