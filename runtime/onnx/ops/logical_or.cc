#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    logical_or, .write = [](NodeWriter& node) { return Binary(node, "Or"); })
