#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status Abs(const KernelArgs& args) {
  return ApplyUnary<float, int16_t, int32_t>(
      args, [](auto value) { return value < 0 ? WrappingNegate(value) : value; });
}

const KernelRow kKernelRow_abs = {
    .op_code = abi::kTfLiteBuiltinAbs,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt16, ir::DataType::kInt32},
               .inputs = {kT},
               .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Abs,
};

}  // namespace litevk::ref
