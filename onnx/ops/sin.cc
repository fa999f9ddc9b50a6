#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    sin, .write = [](NodeWriter& node) { return Unary(node, "Sin"); })
