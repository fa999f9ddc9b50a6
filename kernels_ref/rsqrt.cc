#include <cmath>

#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

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
