#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    sqrt, .write = [](NodeWriter& node) { return Unary(node, "Sqrt"); }, .lookup = {.is_elementwise = true})
