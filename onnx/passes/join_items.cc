#include "onnx/passes/join_items.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/passes/value_uses.h"
#include "runtime/ir/node_view.h"
#include "runtime/opset/same_meaning.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

class Joiner {
 public:
  explicit Joiner(ir::Graph& graph) : graph_(graph), uses_(graph) {}

  void Run() {
    std::vector<ir::Node> nodes;
    const size_t count = graph_.nodes.size();
    for (size_t position = 0; position < count; ++position) {
      const std::optional<ir::TensorId> start = StartOf(graph_.nodes[position]);
      if (start) {
        nodes.push_back(PlaceOf(position, *start));
        Replace(graph_.nodes[position], nodes.back().outputs.front());
      }
      nodes.push_back(graph_.nodes[position]);
    }
    if (nodes.size() == count) return;
    graph_.nodes = std::move(nodes);
    RemoveUnread();
  }

 private:
  const ir::Node* Writer(ir::TensorId id, int op_code, size_t inputs) const {
    const std::optional<size_t> position = uses_.WriterOf(id);
    if (!position) return nullptr;
    const ir::Node& node = graph_.nodes[*position];
    return node.op_code == op_code && node.inputs.size() >= inputs ? &node : nullptr;
  }

  // True if all stored values from `first` on are `number`, or are the dims of the list.
  bool AreAll(ir::TensorId id, int64_t number, const ir::Shape* dims = nullptr, int first = 0) const {
    if (id == ir::kAbsent || !graph_.tensor(id).is_known()) return false;
    const std::vector<int64_t> numbers = ir::StoredIndices(graph_.tensor(id));
    for (size_t i = 0; i < numbers.size(); ++i) {
      const int dim = static_cast<int>(i) + first;
      const bool is_dim = dims != nullptr && dim > 0 && dim < dims->rank() && numbers[i] == (*dims)[dim];
      if (numbers[i] != number && !is_dim) return false;
    }
    return true;
  }

  // Returns the scalar from which a vector of one element is made.
  ir::TensorId ScalarOf(ir::TensorId id) const {
    const ir::Node* reshape = Writer(id, abi::kTfLiteBuiltinReshape, 1);
    return reshape == nullptr ? id : reshape->inputs.front();
  }

  bool IsOneMore(ir::TensorId more, ir::TensorId number) const {
    const ir::Node* sum = Writer(more, abi::kTfLiteBuiltinAdd, 2);
    if (sum == nullptr) return false;
    const bool is_first = sum->inputs[0] == number;
    return (is_first || sum->inputs[1] == number) && AreAll(sum->inputs[is_first ? 1 : 0], 1);
  }

  // Returns the node that joins an index of the first dim and stored values for the other dims.
  const ir::Node* FirstDim(ir::TensorId id) const {
    const ir::Node* joined = Writer(id, abi::kTfLiteBuiltinConcatenation, 2);
    return joined != nullptr && joined->inputs.size() == 2 ? joined : nullptr;
  }

  // True if a list, an item of it and the list with that item have one type, and are joined along the first
  // dim.
  bool AreOneKind(const ir::Node& node, ir::TensorId list_id) const {
    if (list_id == ir::kAbsent || node.inputs[1] == ir::kAbsent || node.outputs.front() == ir::kAbsent)
      return false;
    const auto& params = node.params.As<abi::TfLiteConcatenationParams>();
    const ir::Tensor& list = graph_.tensor(list_id);
    const ir::Tensor& item = graph_.tensor(node.inputs[1]);
    const ir::Tensor& result = graph_.tensor(node.outputs.front());
    const int rank = list.dims.rank();
    const bool is_first = params.axis == 0 || params.axis == -rank;
    if (!is_first || params.activation != abi::kTfLiteActNone) return false;
    const bool is_item = rank > 0 && item.dims.rank() == rank && item.dims[0] == 1;
    return is_item && MeansTheSame(list, result) && MeansTheSame(item, result);
  }

  // Returns the index of the item that the node replaces, as a vector of one element; nothing if it replaces
  // none.
  std::optional<ir::TensorId> StartOf(const ir::Node& node) const {
    if (node.op_code != abi::kTfLiteBuiltinConcatenation || node.inputs.size() != 3) return std::nullopt;
    const ir::Node* front = Writer(node.inputs[0], abi::kTfLiteBuiltinSlice, 3);
    const ir::Node* behind = Writer(node.inputs[2], abi::kTfLiteBuiltinSlice, 3);
    if (front == nullptr || behind == nullptr || front->inputs[0] != behind->inputs[0]) return std::nullopt;
    if (!AreOneKind(node, front->inputs[0])) return std::nullopt;
    const ir::Node* size = FirstDim(front->inputs[2]);
    const ir::Node* begin = FirstDim(behind->inputs[1]);
    if (size == nullptr || begin == nullptr) return std::nullopt;
    const ir::Shape& dims = graph_.tensor(front->inputs[0]).dims;
    const bool is_whole = AreAll(front->inputs[1], 0) && AreAll(size->inputs[1], -1, &dims, 1) &&
                          AreAll(begin->inputs[1], 0) && AreAll(behind->inputs[2], -1, &dims);
    const ir::TensorId number = ScalarOf(size->inputs[0]);
    if (!is_whole || number == ir::kAbsent || !IsOneMore(ScalarOf(begin->inputs[0]), number))
      return std::nullopt;
    return size->inputs[0];
  }

  // Returns the node that computes the item's start in all dims.
  ir::Node PlaceOf(size_t position, ir::TensorId start) {
    const ir::Node& concatenation = graph_.nodes[position];
    const ir::Node* behind = Writer(concatenation.inputs[2], abi::kTfLiteBuiltinSlice, 3);
    ir::Node place = *FirstDim(behind->inputs[1]);
    graph_.tensors.push_back(ir::Tensor(graph_.tensor(place.outputs.front())));
    place.inputs[0] = start;
    place.outputs = {static_cast<ir::TensorId>(graph_.tensors.size()) - 1};
    place.index = concatenation.index;
    return place;
  }

  void Replace(ir::Node& node, ir::TensorId place) {
    const ir::Node* front = Writer(node.inputs[0], abi::kTfLiteBuiltinSlice, 3);
    unread_.insert(unread_.end(), {node.inputs[0], node.inputs[2]});
    node.op_code = abi::kTfLiteBuiltinDynamicUpdateSlice;
    node.version = 1;
    node.params = {};
    node.inputs = {front->inputs[0], node.inputs[1], place};
  }

  void RemoveUnread() {
    const ValueUses uses(graph_);
    std::vector<bool> gone(graph_.nodes.size());
    for (const ir::TensorId id : unread_) {
      if (!uses.IsRead(id)) gone[*uses.WriterOf(id)] = true;
    }
    RemoveNodes(gone, graph_);
  }

  ir::Graph& graph_;
  ValueUses uses_;
  std::vector<ir::TensorId> unread_;  // unread, unless other nodes read them
};

}  // namespace

void JoinItems(ir::Graph& graph) { Joiner(graph).Run(); }

}  // namespace litevk::to_onnx
