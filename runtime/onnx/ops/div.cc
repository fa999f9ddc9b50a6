#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    div, .write = [](NodeWriter& node) { return Arithmetic(node, "Div"); })
