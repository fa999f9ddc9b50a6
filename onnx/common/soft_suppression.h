// Parts of NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5 that ONNX's operator lacks: lowered scores, and
// thresholds that no overlap or every overlap reaches.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Writes ONNX's operator if it does the same. Otherwise writes a loop that takes the best box in each
// iteration and lowers the scores of overlapping boxes. Of equal scores, the loop takes the first, and TFLite
// the first in its queue.
Status SuppressAsAsked(NodeWriter& node);

}  // namespace litevk::to_onnx
