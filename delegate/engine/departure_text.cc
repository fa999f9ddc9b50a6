#include "delegate/engine/departure_text.h"

#include <algorithm>

#include "delegate/verdict/op_names.h"
#include "delegate/verdict/reasons.h"

namespace litevk {
namespace {

std::string NamedNode(const ir::Graph& graph, int position) {
  const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
  return OpName(node) + " node " + std::to_string(node.index);
}

// Returns " (one dispatch with ADD node 5 and RELU node 6)", or nothing for a node that has one to itself.
std::string TogetherText(const ir::Graph& graph, int position, const FusedNode& fused) {
  std::vector<int> others = fused.fused_positions;
  others.push_back(fused.position);
  std::erase(others, position);
  std::ranges::sort(others);
  std::string text;
  for (size_t i = 0; i < others.size(); ++i) {
    if (i > 0) text += i + 1 == others.size() ? " and " : ", ";
    text += NamedNode(graph, others[i]);
  }
  return text.empty() ? text : " (one dispatch with " + text + ")";
}

}  // namespace

std::string TextOf(const ir::Graph& graph, const Departure& departure, const Trace& trace,
                   const vk::Device& device) {
  const FusedNode* fused = trace.DispatchOf(departure.position);
  std::string text = NamedNode(graph, departure.position);
  if (fused != nullptr) text += TogetherText(graph, departure.position, *fused);
  text += ": " + TensorText(graph, departure.tensor) + " at " + departure.ToString();
  const std::string shaders = fused == nullptr ? "" : trace.ShadersOf(*fused);
  if (!shaders.empty()) text += ", by " + shaders;
  return text + " on " + device.info().name + " (" + device.info().driver + ")";
}

}  // namespace litevk
