#include "onnx/common/segments.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    unsorted_segment_sum, .write = [](NodeWriter& node) { return ReduceSegments(node, "add", 0); },
    .types = {.native = kNumeric}, .quantization = {.takes_only_floats = true})
