#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    logical_not, .write = [](NodeWriter& node) { return Unary(node, "Not"); })
