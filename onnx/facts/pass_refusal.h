// Matches that passes refuse.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace litevk::to_onnx {

// A match that a pass found and left as it is, with the reason.
struct PassRefusal {
  std::string_view pass;
  std::string op;           // for a node of the ONNX model, with the name of its first output
  std::optional<int> node;  // index in the TFLite model; nothing for a node of the ONNX model
  std::string reason;
};

// Returns a line for each: "join_dilation: node 12 BATCH_TO_SPACE_ND: the block is computed in a run".
std::string RefusalText(const std::vector<PassRefusal>& refusals);

}  // namespace litevk::to_onnx
