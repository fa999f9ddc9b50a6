#include <cmath>

#include "kernels_ref/families/unary.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

static Status Log(const KernelArgs& args) {
  return ApplyUnary<float>(args, [](float value) { return std::log(value); });
}

const KernelRow kKernelRow_log = {
    .op_code = abi::kTfLiteBuiltinLog,
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = ir::SameAsInput,
    .run = &Log,
};

}  // namespace litevk::ref
