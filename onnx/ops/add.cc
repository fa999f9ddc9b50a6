#include "onnx/elementwise/elementwise.h"
#include "onnx/elementwise/fused_activation.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    add, .write = [](NodeWriter& node) { return SumOrDifference(node, "Add"); },
    .types = {.native = kNumeric},
    .layer = {.activation = FusedActivation<abi::TfLiteAddParams>, .is_sum = true},
    .dims = {.is_polynomial = true})
