#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

namespace litevk::ref {

static Status Square(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return value * value; });
}

const KernelRow kKernelRow_square = {
    .op_code = abi::kTfLiteBuiltinSquare,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Square,
};

}  // namespace litevk::ref
