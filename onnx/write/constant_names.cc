#include "onnx/write/constant_names.h"

namespace litevk::to_onnx {

ConstantNames::ConstantNames(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes) {
    for (const ir::TensorId id : node.outputs) {
      if (id != ir::kAbsent) written_.insert(graph.tensor(id).name);
    }
  }
}

std::string_view ConstantNames::Of(const ir::Tensor& constant) const {
  const std::string_view name = constant.name;
  const std::string_view last = name.substr(name.rfind(';') + 1);
  return last.empty() || written_.contains(last) ? name : last;
}

}  // namespace litevk::to_onnx
