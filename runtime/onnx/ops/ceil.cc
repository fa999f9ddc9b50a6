#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    ceil, .write = [](NodeWriter& node) { return Unary(node, "Ceil"); })
