#include "onnx/passes/join_dilation.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/passes/dilated_sides.h"
#include "onnx/passes/plain_nodes.h"
#include "onnx/passes/value_uses.h"
#include "runtime/opset/same_meaning.h"
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
  explicit Joiner(ir::Graph& graph) : graph_(graph), uses_(graph) {}

  void Run() {
    std::vector<bool> gone(graph_.nodes.size());
    for (size_t position = 0; position < graph_.nodes.size(); ++position) {
      const std::optional<Triple> triple = TripleAt(position);
      if (!triple || !Join(*triple)) continue;
      gone[triple->to_space] = true;
      joined_.push_back(triple->to_batch);
      joined_.insert(joined_.end(), triple->before.nodes.begin(), triple->before.nodes.end());
    }
    if (joined_.empty()) return;
    RemoveUnread(gone);
    std::vector<ir::Node> nodes;
    for (size_t position = 0; position < graph_.nodes.size(); ++position) {
      for (ir::Node& node : added_[position]) nodes.push_back(std::move(node));
      if (!gone[position]) nodes.push_back(std::move(graph_.nodes[position]));
    }
    graph_.nodes = std::move(nodes);
  }

 private:
  // Returns the node that computes input 0 of a node. Unless `is_shared`, the node must be its only reader.
  // One SPACE_TO_BATCH_ND may serve several layers.
  std::optional<size_t> Before(size_t position, bool is_shared) const {
    const ir::TensorId value = graph_.nodes[position].inputs.front();
    return is_shared ? uses_.WriterOf(value) : uses_.SoleWriterOf(value);
  }

  static void Count(const ir::Node& node, int by, std::vector<int>& reads) {
    for (const ir::TensorId id : node.inputs) {
      if (id != ir::kAbsent) reads[static_cast<size_t>(id)] += by;
    }
  }

  // Returns how often the remaining nodes read each tensor.
  std::vector<int> CountReads(const std::vector<bool>& gone) const {
    std::vector<int> reads(graph_.tensors.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!gone[i]) Count(graph_.nodes[i], 1, reads);
    }
    for (const auto& [position, nodes] : added_) {
      for (const ir::Node& node : nodes) Count(node, 1, reads);
    }
    for (const ir::TensorId id : graph_.outputs) ++reads[static_cast<size_t>(id)];
    return reads;
  }

  // Removes nodes that only joined layers read, the last first.
  void RemoveUnread(std::vector<bool>& gone) {
    std::vector<int> reads = CountReads(gone);
    std::ranges::sort(joined_, std::greater<>());
    for (const size_t position : joined_) {
      const ir::Node& node = graph_.nodes[position];
      if (gone[position] || reads[static_cast<size_t>(node.outputs.front())] > 0) continue;
      gone[position] = true;
      Count(node, -1, reads);
    }
  }

  // A file may omit operands: such a node is refused when it is written.
  bool HasOperands(size_t position, int inputs) const {
    const ir::NodeView view(graph_, graph_.nodes[position]);
    for (int i = 0; i < inputs; ++i) {
      if (!view.has_input(i)) return false;
    }
    return view.node().outputs.size() == 1;
  }

  BlockMove MoveOf(size_t position) const {
    const OpRow* row = FindOpRow(graph_.nodes[position].op_code);
    return row == nullptr ? BlockMove::kNone : row->dilation.block_move;
  }

  bool IsView(size_t position) const {
    const OpInfo* info = FindOpInfo(graph_.nodes[position]);
    return info != nullptr && info->layout.keeps_elements && HasOperands(position, 1) &&
           KeepsMeaning(graph_.nodes[position]);
  }

  // Passes at most one conversion and one node that changes dims, in any order. Leaves the position before
  // them.
  Between Pass(std::optional<size_t>& position, bool is_shared) const {
    Between passed;
    bool has_conversion = false;
    while (position) {
      const OpRow* row = FindOpRow(graph_.nodes[*position].op_code);
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

  std::optional<Triple> TripleAt(size_t to_space) const {
    if (MoveOf(to_space) != BlockMove::kToSpace || !HasOperands(to_space, 3)) return std::nullopt;
    std::optional<size_t> conv = Before(to_space, false);
    Between behind = Pass(conv, false);
    if (!conv || !HasOperands(*conv, 2)) return std::nullopt;
    const OpRow* row = FindOpRow(graph_.nodes[*conv].op_code);
    if (row == nullptr || row->dilation.with_dilation == nullptr) return std::nullopt;
    std::optional<size_t> to_batch = Before(*conv, true);
    Between before = Pass(to_batch, true);
    if (!to_batch || MoveOf(*to_batch) != BlockMove::kToBatches || !HasOperands(*to_batch, 3)) {
      return std::nullopt;
    }
    if (before.view.has_value() != behind.view.has_value()) return std::nullopt;
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
    const ir::Node& conv = graph_.nodes[triple.conv];
    const ir::Shape& rows = graph_.tensor(graph_.nodes[triple.to_batch].outputs.front()).dims;
    const ir::Shape& moved = graph_.tensor(graph_.nodes[triple.to_space].inputs.front()).dims;
    if (rows.rank() != 3 || moved.rank() != 3) return std::nullopt;
    for (const int dim : {1, 2}) {
      const bool is_added = WithDim(rows, dim) == graph_.tensor(conv.inputs.front()).dims &&
                            WithDim(moved, dim) == graph_.tensor(conv.outputs.front()).dims;
      if (is_added && graph_.tensor(conv.inputs[1]).dims[dim] == 1) return dim;
    }
    return std::nullopt;
  }

  // True if the values keep their meaning from the node's input to its output.
  bool KeepsMeaning(const ir::Node& node) const {
    return MeansTheSame(graph_.tensor(node.inputs.front()), graph_.tensor(node.outputs.front()));
  }

  // Returns the convolution's parameters with the padding and dilation of all three; nothing if no padding
  // fits.
  std::optional<ir::Params> JoinedParams(const Triple& triple) const {
    const ir::Node& first = graph_.nodes[triple.to_batch];
    const ir::Node& last = graph_.nodes[triple.to_space];
    const ir::Node& conv = graph_.nodes[triple.conv];
    if (!KeepsMeaning(first) || !KeepsMeaning(last)) return std::nullopt;
    const ir::Shape& weights = graph_.tensor(conv.inputs[1]).dims;
    if (weights.rank() != 4) return std::nullopt;
    const AddedDim added = triple.before.view ? AddedTo(triple) : std::nullopt;
    if (added.has_value() != triple.before.view.has_value()) return std::nullopt;
    const auto block = BlockOf(graph_, first, added);
    const auto pads = MarginsOf(graph_, first, added);
    const auto crops = MarginsOf(graph_, last, added);
    if (!block || !pads || !crops || BlockOf(graph_, last, added) != block) return std::nullopt;
    const OpRow& row = *FindOpRow(conv.op_code);
    const std::optional<int> own = row.dilation.plain_padding(conv.params);
    if (!own) return std::nullopt;
    const bool is_same = *own == abi::kTfLitePaddingSame;
    const auto padding = JoinedPadding({weights[1], weights[2]}, *block, *pads, *crops, is_same);
    if (!padding) return std::nullopt;
    return row.dilation.with_dilation(conv.params, {*padding, *block});
  }

  // Lets the convolution read the first node's input and write the last node's output. The first node pads
  // floats with zeros. QUANTIZE turns those into the zero point, with which an integer convolution pads.
  bool Join(const Triple& triple) {
    const std::optional<ir::Params> params = JoinedParams(triple);
    if (!params) return false;
    const AddedDim added = triple.before.view ? AddedTo(triple) : std::nullopt;
    ir::Node& conv = graph_.nodes[triple.conv];
    conv.params = *params;
    conv.inputs.front() = CopyBefore(triple, added);
    WriteBehind(triple, added);
    return true;
  }

  // Copies the nodes between the first node and the convolution, since others may read them. Returns the
  // convolution's input.
  ir::TensorId CopyBefore(const Triple& triple, AddedDim added) {
    const ir::TensorId input = graph_.nodes[triple.to_batch].inputs.front();
    AddedDim dim = std::nullopt;  // dim added to the result of the previous node
    ir::TensorId value = input;
    for (const size_t position : triple.before.nodes) {
      const bool is_view = position == triple.before.view;
      if (is_view) dim = added;
      ir::Node node = graph_.nodes[position];
      graph_.tensors.push_back(ir::Tensor(graph_.tensor(node.outputs.front())));
      node.inputs.front() = value;
      value = static_cast<ir::TensorId>(graph_.tensors.size()) - 1;
      node.outputs.front() = value;
      SetDims(node, is_view, input, dim);
      added_[triple.conv].push_back(std::move(node));
    }
    return value;
  }

  // Lets the nodes after the convolution write the last node's output.
  void WriteBehind(const Triple& triple, AddedDim added) {
    const ir::TensorId output = graph_.nodes[triple.to_space].outputs.front();
    SetDims(graph_.nodes[triple.conv], false, output, added);
    size_t last = triple.conv;
    for (const size_t position : triple.behind.nodes) {
      const bool is_view = position == triple.behind.view;
      if (is_view) added = std::nullopt;
      SetDims(graph_.nodes[position], is_view, output, added);
      last = position;
    }
    graph_.nodes[last].outputs.front() = output;
    uses_.SetWriter(output, last);
  }

  // Gives the result of a node the dims of a tensor, with an additional dim of 1. A view becomes a RESHAPE to
  // them.
  void SetDims(ir::Node& node, bool is_view, ir::TensorId from, AddedDim added) {
    ir::Tensor& tensor = graph_.tensor(node.outputs.front());
    const ir::Shape& dims = graph_.tensor(from).dims;
    tensor.dims = added ? WithDim(dims, *added) : dims;
    tensor.signature = {};
    if (is_view) BecomeView(node, tensor.dims);
  }

  ir::Graph& graph_;
  ValueUses uses_;
  std::map<size_t, std::vector<ir::Node>> added_;  // keyed by position, nodes inserted before that node
  std::vector<size_t> joined_;                     // nodes that may be unread now
};

}  // namespace

void JoinDilation(ir::Graph& graph) { Joiner(graph).Run(); }

}  // namespace litevk::to_onnx
