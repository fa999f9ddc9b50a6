#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    stablehlo_multiply, .write = [](NodeWriter& node) { return Binary(node, "Mul"); },
    .types = {.native = kNumeric}, .quantization = {.takes_only_floats = true},
    .dims = {.is_polynomial = true})
