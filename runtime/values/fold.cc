#include "runtime/values/fold.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "runtime/opset/run_node.h"
#include "runtime/values/computing_nodes.h"
#include "runtime/values/dequantized_weights.h"

namespace litevk {
namespace {

bool IsFolded(const ir::Graph& graph, ir::TensorId id) {
  return graph.tensor(id).constness == ir::Constness::kFolded;
}

Status NotKnown(ir::TensorId id) {
  return Internal("tensor " + std::to_string(id) + " is not known before the first run");
}

// True if the value is available without running a node.
bool HasValue(const ir::Tensor& tensor) {
  return tensor.constness == ir::Constness::kStored || tensor.kept != nullptr || tensor.integers != nullptr;
}

Result<KnownValue> ValueOf(const ir::Tensor& tensor) {
  if (tensor.integers == nullptr) return StoredValue(tensor);
  LITEVK_ASSIGN_OR_RETURN(std::vector<std::byte> floats, Dequantized(*tensor.integers));
  return KnownValue(std::move(floats));
}

constexpr int64_t kFewElements = 1024;

bool IsFew(const ir::Tensor& tensor) {
  return ir::HasFixedSize(tensor.type) && tensor.sparsity == nullptr && !tensor.dims.has_unknown() &&
         tensor.dims.NumElements() <= kFewElements;
}

// The evaluation of one folded tensor. An intermediate value is freed after its last reader has run.
class Folding {
 public:
  Folding(const ir::Graph& graph, ir::TensorId wanted) : graph_(graph), wanted_(wanted) {}

  Result<KnownValue> Run() {
    const auto is_folded = [this](const ir::Node& /*reader*/, ir::TensorId id) {
      return IsFolded(graph_, id) && graph_.tensor(id).kept == nullptr;
    };
    const std::vector<int> positions = ComputingNodes(graph_, {&wanted_, 1}, is_folded);
    readers_left_[wanted_] = 1;
    for (const int position : positions) {
      for (const ir::TensorId id : Node(position).inputs) ++readers_left_[id];
    }
    for (const int position : positions) LITEVK_RETURN_IF_ERROR(RunNode(Node(position)));
    const auto value = values_.find(wanted_);
    if (value == values_.end()) return NotKnown(wanted_);
    return KnownValue(std::move(value->second));
  }

 private:
  const ir::Node& Node(int position) const { return graph_.nodes[static_cast<size_t>(position)]; }

  Status RunNode(const ir::Node& node) {
    std::deque<KnownValue> stored;  // a deque, whose elements never move
    const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
      const ir::Tensor& tensor = graph_.tensor(id);
      if (HasValue(tensor)) {
        LITEVK_ASSIGN_OR_RETURN(KnownValue known, ValueOf(tensor));
        return ref::ConstView{&tensor, stored.emplace_back(std::move(known)).bytes()};
      }
      const auto value = values_.find(id);
      if (value == values_.end()) return NotKnown(id);
      return ref::ConstView{&tensor, value->second};
    };
    LITEVK_ASSIGN_OR_RETURN(auto outputs, ref::RunNode(graph_, node, find));
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (readers_left_.contains(node.outputs[i])) values_[node.outputs[i]] = std::move(outputs[i].bytes);
    }
    for (const ir::TensorId id : node.inputs) {
      if (--readers_left_[id] == 0) values_.erase(id);
    }
    return {};
  }

  const ir::Graph& graph_;
  ir::TensorId wanted_;
  std::unordered_map<ir::TensorId, int> readers_left_;
  std::unordered_map<ir::TensorId, std::vector<std::byte>> values_;
};

}  // namespace

KnownValue StoredValue(const ir::Tensor& tensor) {
  const auto address = reinterpret_cast<uintptr_t>(tensor.data.data());
  const int element = ir::ByteSize(tensor.type);
  if (element == 0 || address % static_cast<uintptr_t>(element) == 0) return KnownValue(tensor.data);
  return KnownValue(std::vector<std::byte>(tensor.data.begin(), tensor.data.end()));
}

void Fold(ir::Graph& graph, const ir::Node& node) {
  for (const ir::TensorId id : node.outputs) {
    graph.tensor(id).constness = ir::Constness::kFolded;
    graph.tensor(id).computed_by = graph.PositionOf(node);
  }
  const auto is_few = [&](ir::TensorId id) { return id == ir::kAbsent || IsFew(graph.tensor(id)); };
  const auto has_value = [&](ir::TensorId id) { return id == ir::kAbsent || HasValue(graph.tensor(id)); };
  if (!std::ranges::all_of(node.outputs, is_few) || !std::ranges::all_of(node.inputs, is_few)) return;
  if (!std::ranges::all_of(node.inputs, has_value)) return;
  for (const ir::TensorId id : node.outputs) {
    // If kernels_ref refuses to compute the value, that is an error when it is requested.
    auto value = Folding(graph, id).Run();
    if (!value.ok()) return;
    const auto bytes = value->bytes();
    ir::Tensor& tensor = graph.tensor(id);
    tensor.kept = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
    tensor.data = *tensor.kept;
  }
}

Result<KnownValue> EvaluateKnown(const ir::Graph& graph, ir::TensorId id) {
  const ir::Tensor& tensor = graph.tensor(id);
  if (HasValue(tensor)) return ValueOf(tensor);
  if (!IsFolded(graph, id)) return NotKnown(id);
  return Folding(graph, id).Run();
}

}  // namespace litevk
