#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    elu, .write = [](NodeWriter& node) { return Unary(node, "Elu"); }, .lookup = {.is_elementwise = true})
