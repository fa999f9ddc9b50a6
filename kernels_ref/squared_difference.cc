#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"

namespace litevk::ref {

static Status SquaredDifference(const KernelArgs& args) {
  return ApplyBinary<float, int32_t>(args, [](auto left, auto right) {
    const auto difference = WrappingSubtract(left, right);
    return WrappingMultiply(difference, difference);
  });
}

const KernelRow kKernelRow_squared_difference = {
    .op_code = abi::kTfLiteBuiltinSquaredDifference,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .infer_shapes = ir::BroadcastInputs,
    .run = &SquaredDifference,
};

}  // namespace litevk::ref
