#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    pow, .write = [](NodeWriter& node) { return Binary(node, "Pow"); })
