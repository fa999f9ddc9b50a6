#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    stablehlo_add, .write = [](NodeWriter& node) { return Binary(node, "Add"); }, .natives = kNumeric,
    .takes_floats_alone = true, .is_polynomial = true)
