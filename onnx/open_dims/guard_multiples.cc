#include "onnx/open_dims/guard_multiples.h"

#include <algorithm>
#include <string>

#include "onnx.pb.h"

namespace litevk::to_onnx {
namespace {

int64_t MultipleOf(const std::string& name, const std::vector<OpenDim>& dims) {
  const auto found = std::ranges::find(dims, name, &OpenDim::name);
  return found == dims.end() ? 1 : found->multiple;
}

void ReplaceInputs(::onnx::GraphProto& graph, const std::string& from, const std::string& to) {
  for (::onnx::NodeProto& node : *graph.mutable_node()) {
    std::ranges::replace(*node.mutable_input(), from, to);
    for (::onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) ReplaceInputs(*attribute.mutable_g(), from, to);
    }
  }
}

}  // namespace

void GuardMultiples(const std::vector<OpenDim>& dims, ::onnx::ModelProto& model, ShapeNodes& nodes) {
  for (const OpenDim& dim : dims) {
    if (dim.multiple == 1) continue;
    ::onnx::StringStringEntryProto& entry = *model.add_metadata_props();
    entry.set_key("multiple:" + dim.name);
    entry.set_value(std::to_string(dim.multiple));
  }
  for (const ::onnx::ValueInfoProto& input : model.graph().input()) {
    std::vector<int64_t> multiples;
    for (const auto& size : input.type().tensor_type().shape().dim()) {
      multiples.push_back(MultipleOf(size.dim_param(), dims));
    }
    const auto is_guarded = [](int64_t multiple) { return multiple != 1; };
    if (std::ranges::none_of(multiples, is_guarded)) continue;
    ReplaceInputs(*model.mutable_graph(), input.name(), nodes.Guard(input.name(), multiples));
  }
}

}  // namespace litevk::to_onnx
