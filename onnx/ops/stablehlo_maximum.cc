#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    stablehlo_maximum, .write = [](NodeWriter& node) { return Binary(node, "Max"); }, .natives = kNumeric,
    .takes_floats_alone = true)
