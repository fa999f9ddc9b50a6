#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/families/fused_activation.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    add, .write = [](NodeWriter& node) { return SumOrDifference(node, "Add"); }, .natives = kNumeric,
    .activation = FusedActivation<abi::TfLiteAddParams>, .is_sum = true, .is_polynomial = true)
