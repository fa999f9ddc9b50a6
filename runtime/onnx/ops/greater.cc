#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    greater, .write = [](NodeWriter& node) { return Comparison(node, "Greater"); })
