#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    logical_not, .write = [](NodeWriter& node) { return Unary(node, "Not"); })
