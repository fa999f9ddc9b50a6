#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    abs, .write = [](NodeWriter& node) { return Unary(node, "Abs"); }, .is_function = true)
