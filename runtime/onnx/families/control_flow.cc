#include "runtime/onnx/families/control_flow.h"

#include "onnx.pb.h"
#include "runtime/onnx/value_info.h"

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

std::vector<ir::Tensor> OutputsOf(const NodeWriter& node) {
  std::vector<ir::Tensor> tensors;
  tensors.reserve(node.output_count());
  for (size_t i = 0; i < node.output_count(); ++i) tensors.push_back(node.output(i));
  return tensors;
}

bool AreAlike(const std::vector<ir::Tensor>& left, const std::vector<ir::Tensor>& right) {
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i].type != right[i].type || !(left[i].dims == right[i].dims)) return false;
    if (left[i].is_dynamic || right[i].is_dynamic) return false;
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

void AddResult(GraphWriter& writer, const Name& value, const ir::Tensor& tensor, ::onnx::GraphProto& graph) {
  const Name name = writer.Unique(tensor.name.empty() ? "result" : tensor.name);
  writer.Call(value, name);
  AddEdge(name, tensor, *graph.add_output());
}

void WriteResults(NodeWriter& node, ::onnx::NodeProto& proto) {
  const std::vector<Name> names = node.writer().AddResults(proto, node.output_count());
  for (size_t i = 0; i < names.size(); ++i) node.WriteStored(i, names[i], {});
}

}  // namespace litevk::to_onnx
