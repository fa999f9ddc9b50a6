#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

LITEVK_ONNX_OP(
    reduce_any, .write = [](NodeWriter& node) { return ReduceBools(node, "ReduceMax"); })
