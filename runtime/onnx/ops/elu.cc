#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    elu, .write = [](NodeWriter& node) { return Unary(node, "Elu"); }, .is_function = true)
