#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    add, .write = [](NodeWriter& node) { return Arithmetic(node, "Add"); }, .natives = kNumeric)
