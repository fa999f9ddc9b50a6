#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    less, .write = [](NodeWriter& node) { return Comparison(node, "Less"); })
