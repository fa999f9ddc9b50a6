#include <algorithm>

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status ZerosLike(const KernelArgs& args) {
  std::ranges::fill(args.outputs[0].bytes, std::byte{0});
  return {};
}

const KernelRow kKernelRow_zeros_like = {
    .op_code = abi::kTfLiteBuiltinZerosLike,
    .types = {{.element = kFixedSize, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &ZerosLike,
};

}  // namespace litevk::ref
