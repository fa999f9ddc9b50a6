#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    floor, .write = [](NodeWriter& node) { return Unary(node, "Floor"); })
