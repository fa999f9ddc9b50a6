#include "onnx/common/segments.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    unsorted_segment_prod, .write = [](NodeWriter& node) { return ReduceSegments(node, "mul", 1); },
    .types = {.native = kNumeric}, .quantization = {.takes_only_floats = true})
