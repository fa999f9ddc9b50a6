// Uses that a conversion makes of sizes, in other ways than ONNX's dims can follow.
#pragma once

#include <string>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// A node whose result, or whose form in ONNX, may follow from numbers by a rule that has steps, such as a
// minimum or a division: what is equal for some sizes need not be for others.
struct SizeUse {
  std::string op;
  int node = 0;
  std::string numbers;  // equal where the node has been given the same ones

  bool operator==(const SizeUse&) const = default;
};

// Notes the node where it is computed when the model is converted, and is no polynomial of what it reads.
void NoteComputed(const ir::Graph& graph, const ir::Node& node, std::vector<SizeUse>& uses);
// Notes the node where what is written of it follows from the sizes of its images.
void NoteWritten(const ir::Graph& graph, const ir::Node& node, std::vector<SizeUse>& uses);

}  // namespace litevk::to_onnx
