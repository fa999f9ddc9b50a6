#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    less_equal, .write = [](NodeWriter& node) { return Comparison(node, "LessOrEqual"); })
