#include "onnx/common/segments.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    unsorted_segment_max,
    .write = [](NodeWriter& node) { return ReduceSegments(node, "max", LowestOf(node.input(0).type)); },
    .types = {.native = kNumeric}, .quantization = {.takes_only_floats = true})
