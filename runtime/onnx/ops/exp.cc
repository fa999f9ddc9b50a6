#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    exp, .write = [](NodeWriter& node) { return Unary(node, "Exp"); }, .is_function = true)
