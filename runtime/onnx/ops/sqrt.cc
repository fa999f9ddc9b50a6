#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    sqrt, .write = [](NodeWriter& node) { return Unary(node, "Sqrt"); }, .is_function = true)
