#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ZerosLike(const KernelArgs& args) {
  std::ranges::fill(args.outputs[0].bytes, std::byte{0});
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(zeros_like, &ZerosLike)
