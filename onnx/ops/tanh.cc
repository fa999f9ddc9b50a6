#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    tanh, .write = [](NodeWriter& node) { return Unary(node, "Tanh"); }, .lookup = {.is_elementwise = true})
