// Nodes that have graphs within.
#pragma once

#include <vector>

#include "runtime/onnx/node_writer.h"
#include "runtime/onnx/subgraph_calls.h"

namespace onnx {
class GraphProto;
class NodeProto;
class ValueInfoProto;
}  // namespace onnx

namespace litevk::to_onnx {

// Returns the first subgraph that a node calls.
std::optional<int> OnlySubgraph(const ir::Graph& graph, const ir::Node& node);

// Returns the inputs that a node passes to its subgraphs, from that one on.
CalledValues ReadPassed(NodeWriter& node, size_t first);
std::vector<ir::Tensor> OutputsOf(const NodeWriter& node);

// Says whether values have the types and dims of a node's outputs, whatever the dims that these leave open.
bool AreAlike(const std::vector<ir::Tensor>& values, const std::vector<ir::Tensor>& outputs);

// Returns the graph of a node's attribute.
::onnx::GraphProto& AddGraph(::onnx::NodeProto& node, const char* attribute);
// States an input or output of a graph.
void AddEdge(const Name& name, const ir::Tensor& tensor, ::onnx::ValueInfoProto& info);
// Makes a value the next output of a graph, by a name that nothing else in it has.
void AddResult(GraphWriter& writer, const Name& value, const ir::Tensor& tensor, ::onnx::GraphProto& graph);

// Makes the outputs of an ONNX node, from the first on, those of the node.
void WriteResults(NodeWriter& node, ::onnx::NodeProto& proto);

}  // namespace litevk::to_onnx
