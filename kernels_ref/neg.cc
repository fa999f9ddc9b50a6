#include <Eigen/Core>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status Neg(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half, int8_t, int16_t, int32_t, int64_t>(
      args, [](auto value) { return WrappingNegate(value); });
}

const KernelRow kKernelRow_neg = {
    .op_code = abi::kTfLiteBuiltinNeg,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8,
                           ir::DataType::kInt16, ir::DataType::kInt32, ir::DataType::kInt64},
               .inputs = {kT},
               .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Neg,
};

}  // namespace litevk::ref
