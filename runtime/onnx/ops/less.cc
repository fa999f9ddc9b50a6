#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    less, .write = [](NodeWriter& node) { return Comparison(node, "Less"); })
