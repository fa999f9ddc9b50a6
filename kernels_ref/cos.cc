#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Cos(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::cos(value); });
}

const KernelRow kKernelRow_cos = {
    .op_code = abi::kTfLiteBuiltinCos,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Cos,
};

}  // namespace litevk::ref
