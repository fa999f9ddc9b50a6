#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    log, .write = [](NodeWriter& node) { return Unary(node, "Log"); }, .lookup = {.is_elementwise = true})
