#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    stablehlo_add, .write = [](NodeWriter& node) { return Binary(node, "Add"); },
    .types = {.native = kNumeric}, .quantization = {.takes_only_floats = true},
    .dims = {.is_polynomial = true})
