#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Elu(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return value < 0.0F ? std::expm1(value) : value; });
}

const KernelRow kKernelRow_elu = {
    .op_code = abi::kTfLiteBuiltinElu,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Elu,
};

}  // namespace litevk::ref
