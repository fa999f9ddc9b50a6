#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    mul, .write = [](NodeWriter& node) { return Arithmetic(node, "Mul"); }, .natives = kNumeric)
