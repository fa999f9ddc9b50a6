#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    stablehlo_multiply, .write = [](NodeWriter& node) { return Binary(node, "Mul"); }, .natives = kNumeric,
    .takes_floats_alone = true, .is_polynomial = true)
