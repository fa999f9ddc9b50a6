#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

const KernelRow kKernelRow_reshape = {
    .op_code = abi::kTfLiteBuiltinReshape,
    .params_bytes = sizeof(abi::TfLiteReshapeParams),
    // Like TFLite, InferReshape passes over an int64 shape and takes the node's option.
    .types = {{.element = kMovable, .inputs = {kT, kIndex}, .outputs = {kT}, .required_inputs = 1}},
    .quantized = Quantized::kMoved,
    .infer_shapes = ir::InferReshape,
    .run = &CopyInput,
};

}  // namespace litevk::ref
