// Uses of sizes that ONNX's symbolic dims cannot follow.
#pragma once

#include <string>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// A node whose result, or ONNX form, may depend on sizes by a stepwise rule, such as a minimum or a division.
// Sizes that give equal results in the probes may differ elsewhere.
struct SizeUse {
  std::string op;
  int node = 0;
  std::string integers;  // equal if the node had the same operands

  bool operator==(const SizeUse&) const = default;
};

// Records the node if the conversion computes it and it is no polynomial of its inputs.
void NoteComputed(const ir::Graph& graph, const ir::Node& node, std::vector<SizeUse>& uses);
// Records the node if its ONNX form depends on the sizes of its images.
void NoteWritten(const ir::Graph& graph, const ir::Node& node, std::vector<SizeUse>& uses);

}  // namespace litevk::to_onnx
