#include "onnx/write/model_content.h"

#include <algorithm>

#include "onnx.pb.h"

namespace litevk::to_onnx {

ModelContent::ModelContent(::onnx::GraphProto& graph) { Add(graph); }

void ModelContent::Add(::onnx::GraphProto& graph) {
  for (::onnx::TensorProto& constant : *graph.mutable_initializer()) constants.push_back(&constant);
  for (auto* list : {graph.mutable_input(), graph.mutable_output(), graph.mutable_value_info()}) {
    for (::onnx::ValueInfoProto& info : *list) infos.push_back(&info);
  }
  for (::onnx::NodeProto& node : *graph.mutable_node()) {
    nodes.push_back(&node);
    for (::onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) Add(*attribute.mutable_g());
    }
  }
}

std::string BytesOf(const ::onnx::NodeProto& node) {
  const auto has_graph = [](const ::onnx::AttributeProto& attribute) { return attribute.has_g(); };
  if (std::none_of(node.attribute().begin(), node.attribute().end(), has_graph))
    return node.SerializeAsString();
  ::onnx::NodeProto plain = node;
  for (::onnx::AttributeProto& attribute : *plain.mutable_attribute()) attribute.clear_g();
  return plain.SerializeAsString();
}

}  // namespace litevk::to_onnx
