#include <Eigen/Core>

#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status Mul(const KernelArgs& args) {
  return ApplyArithmetic<float, Eigen::half, int16_t, int32_t, uint32_t, int64_t>(
      args, [](auto left, auto right) { return WrappingMultiply(left, right); });
}

const KernelRow kKernelRow_mul = {
    .op_code = abi::kTfLiteBuiltinMul,
    .params_bytes = sizeof(abi::TfLiteArithmeticParams),
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt16,
                           ir::DataType::kInt32, ir::DataType::kUInt32, ir::DataType::kInt64},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = ir::BroadcastInputs,
    .run = &Mul,
};

}  // namespace litevk::ref
