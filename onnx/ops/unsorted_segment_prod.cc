#include "onnx/common/segments.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    unsorted_segment_prod, .write = [](NodeWriter& node) { return ReduceSegments(node, "mul", 1); },
    .natives = kNumeric, .takes_floats_alone = true)
