// NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// TFLite's heap has an order of equal scores that follows from all that was in it before.
inline constexpr std::string_view kOrderOfTies =
    "ONNX takes boxes of equal scores by their indices; TFLite takes them in the order of a binary heap";

// Returns a float that the model stores; nothing of one that a run gives.
std::optional<float> StoredFloat(const ir::Tensor& tensor);

// Returns how many boxes are kept at most, as a vector of one number. The outputs have room for as many.
Name MostKept(NodeWriter& node);

// Writes the indices of the boxes that are kept as output 0, with zeros behind, and their number as the last
// output. With three outputs, their scores are output 1.
Status SuppressBoxes(NodeWriter& node);

// Writes the outputs of boxes that are kept. No scores: the node gives none.
void WriteKept(NodeWriter& node, const Name& indices, const Name& scores);

}  // namespace litevk::to_onnx
