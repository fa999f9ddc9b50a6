#include "onnx/write/sort_nodes.h"

#include <functional>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "onnx.pb.h"

namespace litevk::to_onnx {
namespace {

using Node = ::onnx::NodeProto;

// Calls `fn` with each name that a node or an inner graph of it reads.
void ForEachRead(const Node& node, const std::function<void(const std::string&)>& fn) {
  for (const std::string& input : node.input()) fn(input);
  for (const auto& attribute : node.attribute()) {
    if (!attribute.has_g()) continue;
    for (const Node& inner : attribute.g().node()) ForEachRead(inner, fn);
    for (const auto& output : attribute.g().output()) fn(output.name());
  }
}

// Nodes by index, and the readers that wait for them.
struct Waiting {
  explicit Waiting(const ::onnx::GraphProto& graph)
      : missing(static_cast<size_t>(graph.node_size())), readers(missing.size()) {
    std::map<std::string, size_t> makers;
    for (size_t i = 0; i < missing.size(); ++i) {
      for (const std::string& output : graph.node(static_cast<int>(i)).output()) makers[output] = i;
    }
    for (size_t i = 0; i < missing.size(); ++i) {
      ForEachRead(graph.node(static_cast<int>(i)), [&](const std::string& name) {
        const auto maker = makers.find(name);
        if (maker == makers.end()) return;
        readers[maker->second].push_back(i);
        ++missing[i];
      });
    }
  }

  std::vector<size_t> missing;               // number of inputs without a value so far
  std::vector<std::vector<size_t>> readers;  // readers of the node's results
};

}  // namespace

Status SortNodes(::onnx::GraphProto& graph) {
  Waiting waiting(graph);
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < waiting.missing.size(); ++i) {
    if (waiting.missing[i] == 0) ready.push(i);
  }
  std::vector<Node> sorted;
  while (!ready.empty()) {
    const size_t next = ready.top();
    ready.pop();
    sorted.push_back(std::move(*graph.mutable_node(static_cast<int>(next))));
    for (const size_t reader : waiting.readers[next]) {
      if (--waiting.missing[reader] == 0) ready.push(reader);
    }
  }
  if (sorted.size() != waiting.missing.size()) {
    return Unsupported("a size that a run decides follows from values behind it");
  }
  for (size_t i = 0; i < sorted.size(); ++i) *graph.mutable_node(static_cast<int>(i)) = std::move(sorted[i]);
  return {};
}

}  // namespace litevk::to_onnx
