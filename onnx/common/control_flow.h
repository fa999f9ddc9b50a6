// Helpers for nodes that contain graphs.
#pragma once

#include <vector>

#include "onnx/write/node_writer.h"
#include "onnx/write/subgraph_calls.h"

namespace onnx {
class GraphProto;
class NodeProto;
class ValueInfoProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Returns the first subgraph that a node calls.
std::optional<int> OnlySubgraph(const ir::Graph& graph, const ir::Node& node);

// Returns the inputs that a node passes to its subgraphs, from input `first` on.
CalledValues ReadPassed(NodeWriter& node, size_t first);
std::vector<ir::Tensor> OutputsOf(const NodeFacts& node);

// True if values have the types and dims of a node's outputs. Open dims of the outputs match any dim.
bool AreAlike(const std::vector<ir::Tensor>& values, const std::vector<ir::Tensor>& outputs);

// Adds a graph as an attribute of a node and returns it.
::onnx::GraphProto& AddGraph(::onnx::NodeProto& node, const char* attribute);
// Declares an input or output of a graph.
void AddEdge(const Name& name, const ir::Tensor& tensor, ::onnx::ValueInfoProto& info);
// Adds a value as the next output of a graph, with a name that is unique in it.
void AddResult(GraphWriter& writer, const Name& value, const ir::Tensor& tensor, ::onnx::GraphProto& graph);

// Makes the outputs of an ONNX node, from the first on, those of the node.
void WriteResults(NodeWriter& node, ::onnx::NodeProto& proto);

}  // namespace litevk::to_onnx
