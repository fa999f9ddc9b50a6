#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    log, .write = [](NodeWriter& node) { return Unary(node, "Log"); }, .is_function = true)
