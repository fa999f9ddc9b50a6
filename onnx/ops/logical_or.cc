#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    logical_or, .write = [](NodeWriter& node) { return Binary(node, "Or"); })
