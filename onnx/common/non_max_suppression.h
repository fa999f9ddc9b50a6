// NON_MAX_SUPPRESSION_V4 and NON_MAX_SUPPRESSION_V5.
#pragma once

#include <optional>
#include <string_view>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// TFLite's heap orders equal scores by its history.
inline constexpr std::string_view kOrderOfTies =
    "ONNX takes boxes of equal scores by their indices; TFLite takes them in the order of a binary heap";

// Returns a stored float; nothing if it is computed at run time.
std::optional<float> StoredFloat(const ir::Tensor& tensor);

// Returns the largest number of kept boxes, as a vector of one element. The outputs have room for as many.
Name MostKept(NodeWriter& node);

// Writes the indices of the kept boxes, followed by zeros, as output 0, and their number as the last output.
// With three outputs, their scores are output 1.
Status SuppressBoxes(NodeWriter& node);

// Writes the outputs for the kept boxes. Empty `scores`: the node does not return them.
void WriteKept(NodeWriter& node, const Name& indices, const Name& scores);

}  // namespace litevk::to_onnx
