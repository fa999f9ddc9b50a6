#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    logical_and, .write = [](NodeWriter& node) { return Binary(node, "And"); })
