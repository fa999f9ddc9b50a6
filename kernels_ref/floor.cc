#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Floor(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::floor(value); });
}

const KernelRow kKernelRow_floor = {
    .op_code = abi::kTfLiteBuiltinFloor,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Floor,
};

}  // namespace litevk::ref
