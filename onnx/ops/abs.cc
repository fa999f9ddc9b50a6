#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    abs, .write = [](NodeWriter& node) { return Unary(node, "Abs"); }, .lookup = {.is_elementwise = true})
