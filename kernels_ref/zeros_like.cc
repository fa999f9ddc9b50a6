#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ZerosLike(const KernelArgs& args) {
  std::ranges::fill(args.outputs[0].bytes, std::byte{0});
  return {};
}

const KernelRow kKernelRow_zeros_like = {kOpInfo_zeros_like, &ZerosLike};

}  // namespace litevk::ref
