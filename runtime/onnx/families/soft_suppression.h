// Abilities of NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5 that ONNX's own operator lacks: scores that
// are lowered, and thresholds that no overlap or each one reaches.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes ONNX's operator where it does the same. Else writes a loop that takes the best box in each round,
// and lowers the scores of those that overlap it. Of equal scores the first one is taken there, and not the
// one that TFLite's queue happens to have in front.
Status SuppressAsAsked(NodeWriter& node);

}  // namespace litevk::to_onnx
