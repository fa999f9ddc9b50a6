#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    greater_equal, .write = [](NodeWriter& node) { return Comparison(node, "GreaterOrEqual"); })
