#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    stablehlo_multiply, .write = [](NodeWriter& node) { return Binary(node, "Mul"); }, .natives = kNumeric,
    .takes_floats_alone = true, .is_polynomial = true)
