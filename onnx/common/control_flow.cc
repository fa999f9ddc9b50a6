#include "onnx/common/control_flow.h"

#include <algorithm>

#include "onnx.pb.h"
#include "onnx/write/value_info.h"

namespace litevk::to_onnx {

std::optional<int> OnlySubgraph(const ir::Graph& /*graph*/, const ir::Node& node) {
  return CalledSubgraphs(node).front();
}

CalledValues ReadPassed(NodeWriter& node, size_t first) {
  CalledValues values;
  for (size_t i = first; i < node.input_count(); ++i) {
    values.names.push_back(node.ReadStored(i, {}));
    values.tensors.push_back(node.input(i));
  }
  return values;
}

std::vector<ir::Tensor> OutputsOf(const NodeFacts& node) {
  std::vector<ir::Tensor> tensors;
  tensors.reserve(node.output_count());
  for (size_t i = 0; i < node.output_count(); ++i) tensors.push_back(node.output(i));
  return tensors;
}

static bool HasDimsOf(const ir::Tensor& output, const ir::Shape& dims) {
  if (dims.rank() != output.dims.rank()) return false;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!ir::IsUnknown(output.signature[axis]) && dims[axis] != output.dims[axis]) return false;
  }
  return true;
}

bool AreAlike(const std::vector<ir::Tensor>& values, const std::vector<ir::Tensor>& outputs) {
  if (values.size() != outputs.size()) return false;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_dynamic || outputs[i].is_dynamic) return false;
    if (values[i].type != outputs[i].type || !HasDimsOf(outputs[i], values[i].dims)) return false;
  }
  return true;
}

::onnx::GraphProto& AddGraph(::onnx::NodeProto& node, const char* attribute) {
  ::onnx::AttributeProto& proto = *node.add_attribute();
  proto.set_name(attribute);
  proto.set_type(::onnx::AttributeProto::GRAPH);
  proto.mutable_g()->set_name(attribute);
  return *proto.mutable_g();
}

void AddEdge(const Name& name, const ir::Tensor& tensor, ::onnx::ValueInfoProto& info) {
  info.set_name(name);
  SetType(info, tensor, {});
}

static bool IsOutput(const ::onnx::GraphProto& graph, const Name& name) {
  return std::ranges::any_of(graph.output(), [&](const auto& output) { return output.name() == name; });
}

// Removes a value from the graph's list of inner values.
static void Forget(const Name& name, ::onnx::GraphProto& graph) {
  auto& infos = *graph.mutable_value_info();
  const auto is_it = [&](const auto& info) { return info.name() == name; };
  infos.erase(std::remove_if(infos.begin(), infos.end(), is_it), infos.end());
}

void AddResult(GraphWriter& writer, const Name& value, const ir::Tensor& tensor, ::onnx::GraphProto& graph) {
  if (writer.IsOwn(value) && !IsOutput(graph, value)) {
    Forget(value, graph);
    return AddEdge(value, tensor, *graph.add_output());
  }
  const Name name = writer.Unique(tensor.name.empty() ? "result" : tensor.name);
  writer.Call(value, name);
  AddEdge(name, tensor, *graph.add_output());
}

void WriteResults(NodeWriter& node, ::onnx::NodeProto& proto) {
  const std::vector<Name> names = node.onnx().writer().AddResults(proto, node.output_count());
  for (size_t i = 0; i < names.size(); ++i) node.WriteStored(i, names[i], {});
}

}  // namespace litevk::to_onnx
