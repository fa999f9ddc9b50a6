#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    neg, .write = [](NodeWriter& node) { return Unary(node, "Neg"); }, .numbers = NumberUse::kMeanThemselves,
    .is_polynomial = true)
