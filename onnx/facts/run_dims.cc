#include "onnx/facts/run_dims.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/base/utf8.h"

namespace litevk::to_onnx {
namespace {

// Returns the options as bytes. They affect dims like operands do: a mask may let a slice of the same bounds
// begin at the first element.
std::string OptionsOf(const ir::Node& node) {
  constexpr size_t kBytes = sizeof(ir::Params) - alignof(ir::Params);
  const auto& bytes = node.params.As<std::array<char, kBytes>>();
  return {bytes.begin(), bytes.end()};
}

std::string KeyOf(size_t graph, const ir::Node& node, size_t output, int axis) {
  std::string key = std::to_string(graph) + ":" + std::to_string(node.op_code) + ":" + OptionsOf(node);
  for (const ir::TensorId input : node.inputs) key += "," + std::to_string(input);
  return key + ":" + std::to_string(output) + ":" + std::to_string(axis);
}

}  // namespace

bool IsStated(const ir::Tensor& tensor, const ir::Shape& shape, int axis) {
  return tensor.signature.rank() == shape.rank() && !ir::IsUnknown(tensor.signature[axis]);
}

RunDims::RunDims(std::vector<OpenDim> open, size_t probe, bool finds)
    : dims_(std::move(open)), input_count_(dims_.size()), probe_(probe), finds_(finds) {}

// Readers of the model take dims of one name as equal, so each dim needs a unique name.
std::optional<int> RunDims::Add(const std::string& name) {
  if (!finds_ || dims_.size() == kMostDims) return std::nullopt;
  std::string own = name;
  for (int number = 1; std::ranges::count(dims_, own, &OpenDim::name) > 0; ++number) {
    own = name + "_" + std::to_string(number);
  }
  dims_.push_back({own, {}});
  axes_.emplace_back();
  return static_cast<int>(ProbeSize(dims_, dims_.size() - 1, probe_));
}

bool RunDims::AssignAxis(const std::string& key, const ir::Tensor& tensor, OpenAxis open_axis, int& size) {
  auto found = found_.find(key);
  if (found == found_.end()) {
    const std::optional<int> added = Add(ValidUtf8(tensor.name) + "_" + std::to_string(open_axis.axis));
    if (!added) return false;
    dims_.back().axes.push_back(open_axis);
    found = found_.emplace(key, *added).first;
  }
  size = found->second;
  return true;
}

bool RunDims::Assign(const ir::Graph& graph, const ir::Node& node, std::vector<ir::Shape>& shapes) {
  for (size_t output = 0; output < shapes.size(); ++output) {
    const ir::TensorId id = node.outputs[output];
    const ir::Tensor& tensor = graph.tensor(id);
    for (int axis = 0; axis < shapes[output].rank(); ++axis) {
      int& size = shapes[output][axis];
      if (!ir::IsUnknown(size)) continue;
      if (finds_ && IsStated(tensor, shapes[output], axis)) {
        size = tensor.signature[axis];
      } else if (!AssignAxis(KeyOf(graph_, node, output, axis), tensor, {id, axis}, size)) {
        return false;
      }
    }
  }
  return true;
}

bool RunDims::AssignCarried(const std::string& value, ir::Shape& dims) {
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!ir::IsUnknown(dims[axis])) continue;
    const std::optional<int> size = Add(value + "_" + std::to_string(axis));
    if (!size) return false;
    axes_.back() = {value, axis};
    dims[axis] = *size;
  }
  return true;
}

void RunDims::SetAxis(size_t dim, SizeAxis open_axis) { axes_[dim - input_count_] = std::move(open_axis); }

}  // namespace litevk::to_onnx
