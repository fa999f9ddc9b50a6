#include "kernels_ref/families/arg_min_max.h"

namespace litevk::ref {

static Status ArgMax(const KernelArgs& args) {
  return ArgMinMax(args, [](auto left, auto right) { return left > right; });
}

const KernelRow kKernelRow_arg_max = {
    .op_code = abi::kTfLiteBuiltinArgMax,
    .types = {{.element = kComparedTypes, .inputs = {kT, kIndex}, .outputs = {kIndex}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferArgMinMax,
    .run = &ArgMax,
};

}  // namespace litevk::ref
