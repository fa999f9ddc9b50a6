#include <Eigen/Core>
#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// To the nearest integer, halves to the even one.
static Status Round(const KernelArgs& args) {
  return ApplyUnary<float, Eigen::half>(args, [](float value) { return std::nearbyint(value); });
}

const KernelRow kKernelRow_round = {
    .op_code = abi::kTfLiteBuiltinRound,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat16}, .inputs = {kT}, .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Round,
};

}  // namespace litevk::ref
