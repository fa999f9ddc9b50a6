#include "onnx/passes/join_dilation.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/passes/dilated_sides.h"
#include "onnx/passes/replacement_nodes.h"
#include "runtime/ir/node_view.h"
#include "runtime/opset/same_quantization.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

// Nodes between a move and a convolution, by their positions in the graph. `nodes` may convert between floats
// and integers. `view` adds or removes a dim of 1 of one-dimensional images.
struct Between {
  std::vector<size_t> nodes;
  std::optional<size_t> view;
};

// The three nodes, by their positions, and the nodes between them.
struct Triple {
  size_t to_batch;
  Between before;
  size_t conv;
  Between behind;
  size_t to_space;
};

class Joiner {
 public:
  Joiner(ir::GraphRewriter& rewriter, PassContext& context) : rewriter_(rewriter), context_(context) {}

  void Run() {
    const size_t count = rewriter_.size();
    for (size_t position = 0; position < count; ++position) {
      if (MoveOf(position) != BlockMove::kToSpace || !HasOperands(position, 3)) continue;
      const Status status = JoinAt(position);
      if (!status.ok()) context_.Refuse(node(position), status.message());
    }
    RemoveUnread();
  }

 private:
  const ir::Node& node(size_t position) const { return rewriter_.node(position); }
  const ir::Tensor& tensor(ir::TensorId id) const { return rewriter_.tensor(id); }

  Status JoinAt(size_t to_space) {
    LITEVK_ASSIGN_OR_RETURN(const Triple triple, TripleAt(to_space));
    LITEVK_ASSIGN_OR_RETURN(const ir::Params params, JoinedParams(triple));
    Join(triple, params);
    joined_.push_back(triple.to_batch);
    joined_.insert(joined_.end(), triple.before.nodes.begin(), triple.before.nodes.end());
    return {};
  }

  // Returns the node that computes input 0 of a node. Unless `is_shared`, the node must be its only reader.
  // One SPACE_TO_BATCH_ND may serve several layers.
  std::optional<size_t> Before(size_t position, bool is_shared) const {
    const ir::TensorId value = node(position).inputs.front();
    return is_shared ? rewriter_.ProducerOf(value) : rewriter_.SingleUseProducerOf(value);
  }

  // Removes nodes that only joined layers read, the last first.
  void RemoveUnread() {
    std::ranges::sort(joined_, std::greater<>());
    for (const size_t position : joined_) {
      if (rewriter_.UsesOf(node(position).outputs.front()) == 0) rewriter_.RemoveNode(position);
    }
  }

  // A file may omit operands: such a node is refused when it is written.
  bool HasOperands(size_t position, int inputs) const {
    const ir::NodeView view(rewriter_.graph(), node(position));
    for (int i = 0; i < inputs; ++i) {
      if (!view.has_input(i)) return false;
    }
    return view.node().outputs.size() == 1;
  }

  BlockMove MoveOf(size_t position) const {
    const OpRow* row = FindOpRow(node(position).op_code);
    return row == nullptr ? BlockMove::kNone : row->dilation.block_move;
  }

  bool IsView(size_t position) const {
    const OpInfo* info = FindOpInfo(node(position));
    return info != nullptr && info->layout.keeps_elements && HasOperands(position, 1) &&
           KeepsMeaning(node(position));
  }

  // Passes at most one conversion and one node that changes dims, in any order. Leaves the position before
  // them.
  Between Pass(std::optional<size_t>& position, bool is_shared) const {
    Between passed;
    bool has_conversion = false;
    while (position) {
      const OpRow* row = FindOpRow(node(*position).op_code);
      const bool is_conversion = row != nullptr && row->quantization.is_conversion && !has_conversion;
      if (!is_conversion && (passed.view || !IsView(*position))) break;
      if (is_conversion) {
        has_conversion = true;
      } else {
        passed.view = position;
      }
      passed.nodes.insert(passed.nodes.begin(), *position);
      position = HasOperands(*position, 1) ? Before(*position, is_shared) : std::nullopt;
    }
    return passed;
  }

  Result<Triple> TripleAt(size_t to_space) const {
    std::optional<size_t> conv = Before(to_space, false);
    Between behind = Pass(conv, false);
    const OpRow* row = conv ? FindOpRow(node(*conv).op_code) : nullptr;
    if (row == nullptr || row->dilation.with_dilation == nullptr || !HasOperands(*conv, 2)) {
      return Unsupported("no convolution computes the blocks for it alone");
    }
    std::optional<size_t> to_batch = Before(*conv, true);
    Between before = Pass(to_batch, true);
    if (!to_batch || MoveOf(*to_batch) != BlockMove::kToBatches || !HasOperands(*to_batch, 3)) {
      return Unsupported("the convolution reads no blocks of a SPACE_TO_BATCH_ND");
    }
    if (before.view.has_value() != behind.view.has_value()) {
      return Unsupported("dims change on one side of the convolution and not on the other");
    }
    return Triple{*to_batch, std::move(before), *conv, std::move(behind), to_space};
  }

  static ir::Shape WithDim(const ir::Shape& rows, int dim) {
    std::vector<int> dims(rows.dims().begin(), rows.dims().end());
    dims.insert(dims.begin() + dim, 1);
    return ir::Shape(dims);
  }

  // Returns the dim of 1 that the window's image has and the one-dimensional images of the moves lack, before
  // and behind.
  AddedDim AddedTo(const Triple& triple) const {
    const ir::Node& conv = node(triple.conv);
    const ir::Shape& rows = tensor(node(triple.to_batch).outputs.front()).dims;
    const ir::Shape& moved = tensor(node(triple.to_space).inputs.front()).dims;
    if (rows.rank() != 3 || moved.rank() != 3) return std::nullopt;
    for (const int dim : {1, 2}) {
      const bool is_added = WithDim(rows, dim) == tensor(conv.inputs.front()).dims &&
                            WithDim(moved, dim) == tensor(conv.outputs.front()).dims;
      if (is_added && tensor(conv.inputs[1]).dims[dim] == 1) return dim;
    }
    return std::nullopt;
  }

  // True if the values keep their meaning from the node's input to its output.
  bool KeepsMeaning(const ir::Node& moving) const {
    return HasSameQuantization(tensor(moving.inputs.front()), tensor(moving.outputs.front()));
  }

  Result<Margins> MarginsAt(size_t position, AddedDim added) const {
    const auto margins = MarginsOf(rewriter_.graph(), node(position), added);
    if (margins) return *margins;
    return Unsupported("its paddings or crops are computed in a run or not of height and width");
  }

  // Returns the block that both moves have.
  Result<Sides> BlockOfBoth(const Triple& triple, AddedDim added) const {
    const auto block = BlockOf(rewriter_.graph(), node(triple.to_batch), added);
    if (!block) return Unsupported("the block is computed in a run or not of height and width");
    if (BlockOf(rewriter_.graph(), node(triple.to_space), added) == block) return *block;
    return Unsupported("the blocks on both sides of the convolution differ");
  }

  // Returns the convolution's parameters with the padding and dilation of all three; the reason if no padding
  // fits.
  Result<ir::Params> JoinedParams(const Triple& triple) const {
    if (!KeepsMeaning(node(triple.to_batch)) || !KeepsMeaning(node(triple.to_space))) {
      return Unsupported("a scale changes where blocks are moved");
    }
    const ir::Node& conv = node(triple.conv);
    const ir::Shape& weights = tensor(conv.inputs[1]).dims;
    if (weights.rank() != 4) return Unsupported("the filter has no four dims");
    const AddedDim added = triple.before.view ? AddedTo(triple) : std::nullopt;
    if (added.has_value() != triple.before.view.has_value()) {
      return Unsupported("dims of the image change by more than a height or width of 1");
    }
    LITEVK_ASSIGN_OR_RETURN(const Sides block, BlockOfBoth(triple, added));
    LITEVK_ASSIGN_OR_RETURN(const Margins pads, MarginsAt(triple.to_batch, added));
    LITEVK_ASSIGN_OR_RETURN(const Margins crops, MarginsAt(triple.to_space, added));
    const OpRow& row = *FindOpRow(conv.op_code);
    const std::optional<int> own = row.dilation.plain_padding(conv.params);
    if (!own) return Unsupported("the convolution has steps or is dilated already");
    const bool is_same = *own == abi::kTfLitePaddingSame;
    const auto padding = JoinedPadding({weights[1], weights[2]}, block, pads, crops, is_same);
    if (!padding) return Unsupported("the padding of all three is neither SAME nor VALID");
    return row.dilation.with_dilation(conv.params, {*padding, block});
  }

  // Lets the convolution read the first node's input and write the last node's output. The first node pads
  // floats with zeros. QUANTIZE turns those into the zero point, with which an integer convolution pads.
  void Join(const Triple& triple, const ir::Params& params) {
    const AddedDim added = triple.before.view ? AddedTo(triple) : std::nullopt;
    rewriter_.SetParams(triple.conv, params);
    rewriter_.SetInput(triple.conv, 0, CopyBefore(triple, added));
    WriteBehind(triple, added);
  }

  // Copies the nodes between the first node and the convolution, since others may read them. Returns the
  // convolution's input.
  ir::TensorId CopyBefore(const Triple& triple, AddedDim added) {
    const ir::TensorId input = node(triple.to_batch).inputs.front();
    AddedDim dim = std::nullopt;  // dim added to the result of the previous node
    ir::TensorId value = input;
    for (const size_t position : triple.before.nodes) {
      const bool is_view = position == triple.before.view;
      if (is_view) dim = added;
      ir::Node copy = node(position);
      copy.inputs.front() = value;
      value = rewriter_.AddTensor(ir::Tensor(tensor(copy.outputs.front())));
      copy.outputs.front() = value;
      SetDims(copy, is_view, input, dim);
      rewriter_.InsertBefore(triple.conv, std::move(copy));
    }
    return value;
  }

  // Lets the nodes after the convolution write the last node's output.
  void WriteBehind(const Triple& triple, AddedDim added) {
    const ir::TensorId output = node(triple.to_space).outputs.front();
    ir::Node conv = node(triple.conv);
    SetDims(conv, false, output, added);
    size_t last = triple.conv;
    for (const size_t position : triple.behind.nodes) {
      const bool is_view = position == triple.behind.view;
      if (is_view) added = std::nullopt;
      ir::Node behind = node(position);
      SetDims(behind, is_view, output, added);
      rewriter_.ReplaceNode(position, std::move(behind));
      last = position;
    }
    rewriter_.RemoveNode(triple.to_space);
    rewriter_.SetOutput(last, 0, output);
  }

  // Gives the result of a node the dims of a tensor, with an additional dim of 1. A view becomes a RESHAPE to
  // them.
  void SetDims(ir::Node& changed, bool is_view, ir::TensorId from, AddedDim added) {
    ir::Tensor& result = rewriter_.tensor(changed.outputs.front());
    const ir::Shape& dims = tensor(from).dims;
    result.dims = added ? WithDim(dims, *added) : dims;
    result.signature = {};
    if (is_view) BecomeView(changed, result.dims);
  }

  ir::GraphRewriter& rewriter_;
  PassContext& context_;
  std::vector<size_t> joined_;  // positions of nodes that may be unread now
};

}  // namespace

Status JoinDilation(ir::GraphRewriter& rewriter, PassContext& context) {
  Joiner(rewriter, context).Run();
  return {};
}

}  // namespace litevk::to_onnx
