#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    pow, .write = [](NodeWriter& node) { return Binary(node, "Pow"); })
