#include "onnx/common/segments.h"
#include "onnx/write/node_writer.h"

LITEVK_ONNX_OP(
    segment_sum, .write = [](NodeWriter& node) { return ReduceSegments(node, "add", 0); },
    .natives = kNumeric, .takes_floats_alone = true)
