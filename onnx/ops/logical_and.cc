#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    logical_and, .write = [](NodeWriter& node) { return Binary(node, "And"); })
