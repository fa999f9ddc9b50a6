#include "kernels_ref/families/arg_min_max.h"

namespace litevk::ref {

static Status ArgMin(const KernelArgs& args) {
  return ArgMinMax(args, [](auto left, auto right) { return left < right; });
}

const KernelRow kKernelRow_arg_min = {
    .op_code = abi::kTfLiteBuiltinArgMin,
    .types = {{.element = kComparedTypes, .inputs = {kT, kIndex}, .outputs = {kIndex}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferArgMinMax,
    .run = &ArgMin,
};

}  // namespace litevk::ref
