#include "onnx/passes/join_items.h"

#include <optional>
#include <utility>
#include <vector>

#include "runtime/opset/same_quantization.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

class Joiner {
 public:
  Joiner(ir::GraphRewriter& rewriter, PassContext& context) : rewriter_(rewriter), context_(context) {}

  void Run() {
    const size_t count = rewriter_.size();
    for (size_t position = 0; position < count; ++position) {
      const ir::Node& node = rewriter_.node(position);
      if (!JoinsSlices(node)) continue;
      const Result<ir::TensorId> start = StartOf(node);
      if (start.ok()) {
        Replace(position, Insert(position, *start));
      } else {
        context_.Refuse(node, start.status().message());
      }
    }
    RemoveUnread();
  }

 private:
  const ir::Node* Writer(ir::TensorId id, int op_code, size_t inputs) const {
    const std::optional<size_t> position = rewriter_.ProducerOf(id);
    if (!position) return nullptr;
    const ir::Node& node = rewriter_.node(*position);
    return node.op_code == op_code && node.inputs.size() >= inputs ? &node : nullptr;
  }

  const ir::Node* Slice(ir::TensorId id) const { return Writer(id, abi::kTfLiteBuiltinSlice, 3); }

  // True if the node concatenates a value between two SLICEs of one list.
  bool JoinsSlices(const ir::Node& node) const {
    if (node.op_code != abi::kTfLiteBuiltinConcatenation || node.inputs.size() != 3) return false;
    const ir::Node* front = Slice(node.inputs[0]);
    const ir::Node* behind = Slice(node.inputs[2]);
    return front != nullptr && behind != nullptr && front->inputs[0] == behind->inputs[0];
  }

  // True if all stored values from `first` on are `item`, or are the dims of the list.
  bool AreAll(ir::TensorId id, int64_t item, const ir::Shape* dims = nullptr, int first = 0) const {
    if (id == ir::kAbsent || !rewriter_.tensor(id).is_known()) return false;
    const std::vector<int64_t> values = ir::StoredIndices(rewriter_.tensor(id));
    for (size_t i = 0; i < values.size(); ++i) {
      const int dim = static_cast<int>(i) + first;
      const bool is_dim = dims != nullptr && dim > 0 && dim < dims->rank() && values[i] == (*dims)[dim];
      if (values[i] != item && !is_dim) return false;
    }
    return true;
  }

  // Returns the scalar from which a vector of one element is made.
  ir::TensorId ScalarOf(ir::TensorId id) const {
    const ir::Node* reshape = Writer(id, abi::kTfLiteBuiltinReshape, 1);
    return reshape == nullptr ? id : reshape->inputs.front();
  }

  bool IsOneMore(ir::TensorId more, ir::TensorId item) const {
    const ir::Node* sum = Writer(more, abi::kTfLiteBuiltinAdd, 2);
    if (sum == nullptr) return false;
    const bool is_first = sum->inputs[0] == item;
    return (is_first || sum->inputs[1] == item) && AreAll(sum->inputs[is_first ? 1 : 0], 1);
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
    const ir::Tensor& list = rewriter_.tensor(list_id);
    const ir::Tensor& item = rewriter_.tensor(node.inputs[1]);
    const ir::Tensor& result = rewriter_.tensor(node.outputs.front());
    const int rank = list.dims.rank();
    const bool is_first = params.axis == 0 || params.axis == -rank;
    if (!is_first || params.activation != abi::kTfLiteActNone) return false;
    const bool is_item = rank > 0 && item.dims.rank() == rank && item.dims[0] == 1;
    return is_item && HasSameQuantization(list, result) && HasSameQuantization(item, result);
  }

  // Returns the index of the item that the node replaces, as a vector of one element; the reason if it
  // replaces none.
  Result<ir::TensorId> StartOf(const ir::Node& node) const {
    const ir::Node& front = *Slice(node.inputs[0]);
    const ir::Node& behind = *Slice(node.inputs[2]);
    if (!AreOneKind(node, front.inputs[0])) {
      return Unsupported("it does not join a list and an item of one type and scale along the first dim");
    }
    const ir::Node* size = FirstDim(front.inputs[2]);
    const ir::Node* begin = FirstDim(behind.inputs[1]);
    if (size == nullptr || begin == nullptr) {
      return Unsupported("the SLICEs do not end and begin at an index that is computed for the first dim");
    }
    const ir::Shape& dims = rewriter_.tensor(front.inputs[0]).dims;
    const bool is_whole = AreAll(front.inputs[1], 0) && AreAll(size->inputs[1], -1, &dims, 1) &&
                          AreAll(begin->inputs[1], 0) && AreAll(behind.inputs[2], -1, &dims);
    if (!is_whole) return Unsupported("the SLICEs leave out a part of the list's items");
    const ir::TensorId item = ScalarOf(size->inputs[0]);
    if (item == ir::kAbsent || !IsOneMore(ScalarOf(begin->inputs[0]), item)) {
      return Unsupported("the second SLICE does not begin one item behind the first one");
    }
    return size->inputs[0];
  }

  // Inserts the node that computes the item's start in all dims. Returns its result.
  ir::TensorId Insert(size_t position, ir::TensorId start) {
    const ir::Node& concatenation = rewriter_.node(position);
    ir::Node offset = *FirstDim(Slice(concatenation.inputs[2])->inputs[1]);
    offset.inputs[0] = start;
    offset.outputs = {rewriter_.AddTensor(ir::Tensor(rewriter_.tensor(offset.outputs.front())))};
    offset.index = concatenation.index;
    const ir::TensorId result = offset.outputs.front();
    rewriter_.InsertBefore(position, std::move(offset));
    return result;
  }

  void Replace(size_t position, ir::TensorId offset) {
    ir::Node node = rewriter_.node(position);
    const ir::TensorId list = Slice(node.inputs[0])->inputs[0];
    slices_.insert(slices_.end(), {node.inputs[0], node.inputs[2]});
    node.op_code = abi::kTfLiteBuiltinDynamicUpdateSlice;
    node.version = 1;
    node.params = {};
    node.inputs = {list, node.inputs[1], offset};
    rewriter_.ReplaceNode(position, std::move(node));
  }

  // Removes the SLICEs that no other nodes read.
  void RemoveUnread() {
    std::erase_if(slices_, [&](ir::TensorId id) { return rewriter_.UsesOf(id) > 0; });
    for (const ir::TensorId id : slices_) {
      const std::optional<size_t> position = rewriter_.ProducerOf(id);
      if (position) rewriter_.RemoveNode(*position);
    }
  }

  ir::GraphRewriter& rewriter_;
  PassContext& context_;
  std::vector<ir::TensorId> slices_;  // results of SLICEs that joined nodes no longer read
};

}  // namespace

Status JoinItems(ir::GraphRewriter& rewriter, PassContext& context) {
  Joiner(rewriter, context).Run();
  return {};
}

}  // namespace litevk::to_onnx
