#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    reduce_any, .write = [](NodeWriter& node) { return ReduceBools(node, "ReduceMax"); })
