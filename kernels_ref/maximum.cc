#include <Eigen/Core>

#include "kernels_ref/families/binary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Maximum(const KernelArgs& args) {
  return ApplyBinary<float, Eigen::half, int8_t, uint8_t, int16_t, int32_t, int64_t>(
      args, [](auto left, auto right) { return left > right ? left : right; });
}

const KernelRow kKernelRow_maximum = {
    .op_code = abi::kTfLiteBuiltinMaximum,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16, ir::DataType::kInt8,
                           ir::DataType::kUInt8, ir::DataType::kInt16, ir::DataType::kInt32,
                           ir::DataType::kInt64},
               .inputs = {kT, kT},
               .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = ir::BroadcastInputs,
    .run = &Maximum,
};

}  // namespace litevk::ref
