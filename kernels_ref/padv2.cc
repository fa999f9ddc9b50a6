#include "kernels_ref/families/pad.h"

#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

const KernelRow kKernelRow_padv2 = {
    .op_code = abi::kTfLiteBuiltinPadv2,
    .types =
        {{.element = kFixedSize, .inputs = {kT, kPaddingTypes, kT}, .outputs = {kT}, .required_inputs = 2}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferPadded,
    .run = &PadInput,
};

}  // namespace litevk::ref
