#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    minimum, .write = [](NodeWriter& node) { return Binary(node, "Min"); }, .types = {.native = kNumeric})
