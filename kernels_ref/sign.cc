#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

// NaN has no sign and passes.
template <typename T>
static T SignOf(T value) {
  if (value > 0) return T{1};
  return value < 0 ? T{-1} : value;
}

static Status Sign(const KernelArgs& args) {
  return ApplyUnary<float, double, int32_t>(args, [](auto value) { return SignOf(value); });
}

const KernelRow kKernelRow_sign = {
    .op_code = abi::kTfLiteBuiltinSign,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kFloat64, ir::DataType::kInt32},
               .inputs = {kT},
               .outputs = {kT}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Sign,
};

}  // namespace litevk::ref
