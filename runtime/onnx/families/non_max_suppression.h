// NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5.
#pragma once

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// Writes the indices of the boxes that are kept as output 0, with zeros behind, and their number as the last
// output. With three outputs, their scores are output 1.
Status SuppressBoxes(NodeWriter& node);

// Writes the outputs of boxes that are kept. No scores: the node gives none.
void WriteKept(NodeWriter& node, const Name& indices, const Name& scores);

}  // namespace litevk::to_onnx
