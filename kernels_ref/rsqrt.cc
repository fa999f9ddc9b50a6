#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Rsqrt(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return 1.0F / std::sqrt(value); });
}

const KernelRow kKernelRow_rsqrt = {
    .op_code = abi::kTfLiteBuiltinRsqrt,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Rsqrt,
};

}  // namespace litevk::ref
