#include "runtime/values/dequantized_weights.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "runtime/base/elements.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/quantized/affine_channels.h"

namespace litevk {
namespace {

constexpr TypeSet kWeights = {ir::DataType::kInt8, ir::DataType::kInt4, ir::DataType::kInt2};

bool IsDynamicInt8Node(const ir::Graph& graph, const ir::Node& node) {
  const OpInfo* info = FindOpInfo(node);
  if (info == nullptr) return false;
  const std::vector<const ir::Tensor*> inputs = TensorsOf(graph, node.inputs);
  const std::vector<const ir::Tensor*> outputs = TensorsOf(graph, node.outputs);
  const auto row = MatchSignature(info->types, inputs, outputs);
  return row != info->types.end() && IsDynamicInt8(*row) && ScalingMatches(*row, inputs, outputs);
}

bool IsWeights(const ir::Tensor& tensor) {
  return tensor.constness == ir::Constness::kStored && tensor.sparsity == nullptr &&
         kWeights.contains(tensor.type) && tensor.quantization.block_size == 0;
}

// The hybrid nodes whose weights have no other readers.
class DynamicInt8Nodes {
 public:
  explicit DynamicInt8Nodes(const ir::Graph& graph) : graph_(graph) {
    for (const ir::Node& node : graph.nodes) {
      if (IsDynamicInt8Node(graph, node)) nodes_.insert(&node);
      for (const ir::TensorId id : node.inputs) readers_[id].push_back(&node);
    }
    while (DropOne()) {
    }
  }

  std::unordered_set<ir::TensorId> Weights() const {
    std::unordered_set<ir::TensorId> ids;
    for (const ir::Node* node : nodes_) {
      for (const ir::TensorId id : node->inputs) {
        if (IsInteger(id)) ids.insert(id);
      }
    }
    return ids;
  }

 private:
  bool IsInteger(ir::TensorId id) const {
    return id != ir::kAbsent && kWeights.contains(graph_.tensor(id).type);
  }

  // True if all of the node's weights can become floats, given the current set of nodes.
  bool Holds(const ir::Node& node) const {
    return std::ranges::all_of(node.inputs, [&](ir::TensorId id) {
      if (!IsInteger(id)) return true;
      return IsWeights(graph_.tensor(id)) &&
             std::ranges::all_of(readers_.at(id),
                                 [&](const ir::Node* reader) { return nodes_.contains(reader); });
    });
  }

  bool DropOne() {
    const auto found = std::ranges::find_if_not(nodes_, [&](const ir::Node* node) { return Holds(*node); });
    if (found == nodes_.end()) return false;
    nodes_.erase(found);
    return true;
  }

  const ir::Graph& graph_;
  std::unordered_set<const ir::Node*> nodes_;
  std::unordered_map<ir::TensorId, std::vector<const ir::Node*>> readers_;
};

void MakeFloats(ir::Tensor& tensor) {
  tensor.integers = std::make_shared<const ir::Tensor>(tensor);
  tensor.type = ir::DataType::kFloat32;
  tensor.quantization = {};
  tensor.constness = ir::Constness::kFolded;
  tensor.data = {};
}

}  // namespace

bool HasDynamicInt8Nodes(const ir::Graph& graph) {
  return std::ranges::any_of(graph.nodes,
                             [&](const ir::Node& node) { return IsDynamicInt8Node(graph, node); });
}

void DequantizeWeights(ir::Graph& graph) {
  for (const ir::TensorId id : DynamicInt8Nodes(graph).Weights()) MakeFloats(graph.tensor(id));
}

Result<std::vector<std::byte>> Dequantized(const ir::Tensor& integers) {
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(integers));
  const int64_t count = integers.dims.NumElements();
  const std::vector<std::byte> unpacked =
      ir::UnpackedType(integers.type) != integers.type
          ? ir::UnpackElements(integers.type, integers.data, count)
          : std::vector<std::byte>(integers.data.begin(), integers.data.end());
  const std::span<const int8_t> elements = ElementsOf<int8_t>(std::span(unpacked));
  std::vector<std::byte> bytes(static_cast<size_t>(count) * sizeof(float));
  const std::span<float> values = ElementsOf<float>(std::span(bytes));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = channels[static_cast<int64_t>(i)].ValueOf(elements[i]);
  }
  return bytes;
}

}  // namespace litevk
