#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    greater, .write = [](NodeWriter& node) { return Comparison(node, "Greater"); })
