#include <cmath>

#include "kernels_ref/kernel_row.h"
#include "kernels_ref/unary.h"

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
