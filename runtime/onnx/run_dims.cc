#include "runtime/onnx/run_dims.h"

#include <utility>

#include "runtime/base/utf8.h"

namespace litevk::to_onnx {
namespace {

std::string KeyOf(const ir::Node& node, size_t output, int axis) {
  std::string key = std::to_string(node.op_code);
  for (const ir::TensorId input : node.inputs) key += "," + std::to_string(input);
  return key + ":" + std::to_string(output) + ":" + std::to_string(axis);
}

}  // namespace

RunDims::RunDims(std::vector<OpenDim> open, size_t probe)
    : dims_(std::move(open)), input_count_(dims_.size()), probe_(probe) {}

bool RunDims::Assign(const ir::Graph& graph, const ir::Node& node, std::vector<ir::Shape>& shapes) {
  for (size_t output = 0; output < shapes.size(); ++output) {
    const ir::TensorId id = node.outputs[output];
    const ir::Tensor& tensor = graph.tensor(id);
    for (int axis = 0; axis < shapes[output].rank(); ++axis) {
      if (!ir::IsUnknown(shapes[output][axis])) continue;
      const bool is_stated =
          tensor.signature.rank() == shapes[output].rank() && !ir::IsUnknown(tensor.signature[axis]);
      if (is_stated) {
        shapes[output][axis] = tensor.signature[axis];
        continue;
      }
      const std::string key = KeyOf(node, output, axis);
      if (!found_.contains(key) && dims_.size() == kMostDims) return false;
      const auto [found, is_new] = found_.try_emplace(key, dims_.size());
      if (is_new) {
        dims_.push_back({ValidUtf8(tensor.name) + "_" + std::to_string(axis), {{id, axis}}});
      }
      shapes[output][axis] = static_cast<int>(ProbeSize(dims_, found->second, probe_));
    }
  }
  return true;
}

}  // namespace litevk::to_onnx
