#include "onnx/write/put_nodes.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "onnx.pb.h"
#include "onnx/write/sort_nodes.h"

namespace litevk::to_onnx {
namespace {

using Graph = ::onnx::GraphProto;
using Node = ::onnx::NodeProto;

class Putter {
 public:
  explicit Putter(Graph& graph) { Find(graph); }

  void Take(Node& node) {
    size_t position = 0;
    for (const std::string& input : node.input()) {
      const auto found = places_.find(input);
      // Inner graphs, which come later, see the values of outer ones.
      if (found != places_.end()) position = std::max(position, found->second);
    }
    for (const std::string& output : node.output()) places_[output] = position;
    taken_[position].push_back(std::move(node));
  }

  // Inserts the collected nodes into their graphs. Innermost graphs come first, since they move with the
  // nodes around them.
  Status Put() {
    for (size_t position = graphs_.size(); position-- > 0;) {
      if (taken_[position].empty()) continue;
      Graph& graph = *graphs_[position];
      Graph front;
      for (Node& node : taken_[position]) *front.add_node() = std::move(node);
      for (Node& node : *graph.mutable_node()) *front.add_node() = std::move(node);
      graph.mutable_node()->Swap(front.mutable_node());
      LITEVK_RETURN_IF_ERROR(SortNodes(graph));
    }
    return {};
  }

 private:
  // Records the values of a graph and of its inner graphs.
  void Find(Graph& graph) {
    const size_t position = graphs_.size();
    graphs_.push_back(&graph);
    taken_.emplace_back();
    for (const auto& input : graph.input()) places_[input.name()] = position;
    for (Node& node : *graph.mutable_node()) {
      for (const std::string& output : node.output()) places_[output] = position;
    }
    for (Node& node : *graph.mutable_node()) {
      for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) Find(*attribute.mutable_g());
      }
    }
  }

  std::vector<Graph*> graphs_;            // outer graphs before inner ones
  std::vector<std::vector<Node>> taken_;  // indexed by graph
  std::map<std::string, size_t> places_;  // the graph of each value
};

}  // namespace

Status PutIn(Graph& added, Graph& graph) {
  Putter putter(graph);
  for (Node& node : *added.mutable_node()) putter.Take(node);
  added.clear_node();
  return putter.Put();
}

}  // namespace litevk::to_onnx
