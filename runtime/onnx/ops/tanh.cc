#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    tanh, .write = [](NodeWriter& node) { return Unary(node, "Tanh"); }, .is_function = true)
