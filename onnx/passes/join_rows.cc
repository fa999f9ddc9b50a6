#include "onnx/passes/join_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "onnx/facts/op_row.h"
#include "onnx/passes/value_uses.h"
#include "runtime/layout/order.h"
#include "runtime/opset/same_meaning.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

constexpr int64_t kMostPixels = std::numeric_limits<int>::max();  // largest size of a dim

// Nodes that turn an image into rows for a CONCATENATION.
struct Head {
  size_t reshape = 0;  // position of the RESHAPE
  std::optional<size_t> conversion;
  int64_t pixels = 0;
  int channels = 0;
};

class Joiner {
 public:
  Joiner(const LayoutPlan& plan, const std::vector<NamedLayout>& named, ir::Graph& graph)
      : plan_(plan), named_(named), graph_(graph), uses_(graph) {}

  bool Run() {
    for (size_t position = 0; position < graph_.nodes.size(); ++position) {
      if (JoinsRows(graph_.nodes[position])) JoinOperands(position);
    }
    if (added_.empty()) return false;
    std::vector<ir::Node> nodes;
    for (size_t position = 0; position < graph_.nodes.size(); ++position) {
      for (ir::Node& node : added_[position]) nodes.push_back(std::move(node));
      nodes.push_back(std::move(graph_.nodes[position]));
    }
    graph_.nodes = std::move(nodes);
    return true;
  }

 private:
  bool JoinsRows(const ir::Node& node) const {
    const OpRow* row = FindOpRow(node.op_code);
    if (row == nullptr || row->join.axis == nullptr || !HasEnds(node)) return false;
    const int rank = graph_.tensor(node.outputs.front()).dims.rank();
    const std::optional<int> axis = row->join.axis(node.params);
    return rank > 1 && (axis == 1 || axis == 1 - rank);
  }

  // A file may omit operands: such a node is refused when it is written.
  static bool HasEnds(const ir::Node& node) {
    return !node.inputs.empty() && node.outputs.size() == 1 && node.outputs.front() != ir::kAbsent;
  }

  // Returns the position of the node that computes the tensor for one reader. Nothing if there is none, or if
  // the tensor must stay.
  std::optional<size_t> MakerOf(ir::TensorId id) const {
    const std::optional<size_t> position = uses_.SoleWriterOf(id);
    if (!position) return std::nullopt;
    const bool is_named =
        std::ranges::find(named_, graph_.tensor(id).name, &NamedLayout::tensor) != named_.end();
    return is_named || !HasEnds(graph_.nodes[*position]) ? std::nullopt : position;
  }

  const OpRow* RowAt(std::optional<size_t> position) const {
    return position ? FindOpRow(graph_.nodes[*position].op_code) : nullptr;
  }

  // Returns the head that computes an operand of a node. Nothing if the operand is not rows of an image that
  // needs a Transpose.
  std::optional<Head> HeadOf(const ir::Node& node, ir::TensorId operand) const {
    Head head;
    std::optional<size_t> maker = MakerOf(operand);
    const OpRow* row = RowAt(maker);
    if (row != nullptr && row->quantization.is_conversion) {
      head.conversion = maker;
      maker = MakerOf(graph_.nodes[*maker].inputs.front());
      row = RowAt(maker);
    }
    if (row == nullptr || !row->join.reshapes || !IsTransposed(*maker)) return std::nullopt;
    const ir::Tensor& made = graph_.tensor(operand);
    const ir::Tensor& result = graph_.tensor(node.outputs.front());
    if (made.type != result.type || !MeansTheSame(made, result)) return std::nullopt;
    const ir::Shape& image = graph_.tensor(graph_.nodes[*maker].inputs.front()).dims;
    head.reshape = *maker;
    head.channels = image[image.rank() - 1];
    head.pixels = image.NumElements() / image[0] / head.channels;
    return head;
  }

  // True if the node makes rows of each image of a batch, and the channels are first but must be last.
  bool IsTransposed(size_t position) const {
    const ir::Node& node = graph_.nodes[position];
    const ir::TensorId image = node.inputs.front();
    const ir::Shape& dims = graph_.tensor(image).dims;
    const ir::Shape& rows = graph_.tensor(node.outputs.front()).dims;
    if (!MakerOf(image) || dims.rank() < 3 || rows.rank() < 2 || dims[0] != rows[0]) return false;
    if (dims.has_unknown() || dims.NumElements() < 1) return false;
    const Order& order = plan_.tensors[static_cast<size_t>(image)];
    return plan_.nodes[position].inputs.front().empty() && order == ChannelsFirst(dims.rank()) &&
           MovesElements(dims, order, Order());
  }

  void JoinOperands(size_t position) {
    for (size_t first = 0; first < graph_.nodes[position].inputs.size(); ++first) {
      const ir::Node& node = graph_.nodes[position];
      std::vector<Head> heads;
      int64_t pixels = 0;
      for (size_t i = first; i < node.inputs.size(); ++i) {
        const std::optional<Head> head = HeadOf(node, node.inputs[i]);
        if (!head || (!heads.empty() && head->channels != heads.front().channels)) break;
        pixels += head->pixels;
        if (pixels > kMostPixels) break;
        heads.push_back(*head);
      }
      if (heads.size() > 1) Join(position, first, heads);
    }
  }

  // Adds an unnamed tensor of the type and quantization of `like`.
  ir::TensorId Add(const ir::Tensor& like, const std::vector<int>& dims) {
    ir::Tensor tensor;
    tensor.type = like.type;
    tensor.quantization = like.quantization;
    tensor.dims = ir::Shape(dims);
    graph_.tensors.push_back(std::move(tensor));
    return static_cast<ir::TensorId>(graph_.tensors.size()) - 1;
  }

  // Joins the operands from `first` on into one.
  void Join(size_t position, size_t first, const std::vector<Head>& heads) {
    ir::Node joined = graph_.nodes[position];
    ir::Node reshape = graph_.nodes[heads.front().reshape];
    const ir::Tensor like = graph_.tensor(joined.outputs.front());
    const ir::Shape& rows = graph_.tensor(joined.inputs[first]).dims;
    std::vector<int> dims(rows.dims().begin(), rows.dims().end());
    dims[1] = 0;
    int64_t pixels = 0;
    std::vector<ir::TensorId> operands;
    for (size_t i = 0; i < heads.size(); ++i) {
      dims[1] += graph_.tensor(joined.inputs[first + i]).dims[1];
      pixels += heads[i].pixels;
      operands.push_back(KeepPixels(heads[i], dims[0], like));
    }
    joined.inputs = std::move(operands);
    // The joined dim is the second of three here. An axis counted from the end could be another one.
    auto along = joined.params.As<abi::TfLiteConcatenationParams>();
    along.axis = 1;
    joined.params = ir::Params(&along, sizeof(along));
    joined.outputs = {Add(like, {dims[0], static_cast<int>(pixels), heads.front().channels})};
    reshape.inputs = joined.outputs;
    reshape.index = joined.index;
    added_[position].push_back(std::move(joined));
    Replace(position, first, heads.size(), std::move(reshape), dims);
  }

  // Makes a head keep a row of each pixel's channels, with the quantization of `like`.
  ir::TensorId KeepPixels(const Head& head, int batch, const ir::Tensor& like) {
    const std::vector<int> dims = {batch, static_cast<int>(head.pixels), head.channels};
    ir::Node& reshape = graph_.nodes[head.reshape];
    reshape.outputs = {Add(graph_.tensor(reshape.outputs.front()), dims)};
    if (!head.conversion) return reshape.outputs.front();
    ir::Node& conversion = graph_.nodes[*head.conversion];
    conversion.inputs.front() = reshape.outputs.front();
    conversion.outputs = {Add(like, dims)};
    return conversion.outputs.front();
  }

  // Replaces `count` operands of the node by the result of `reshape`, which gets these dims. If the node has
  // no others, `reshape` replaces it.
  void Replace(size_t position, size_t first, size_t count, ir::Node reshape, const std::vector<int>& dims) {
    ir::Node& node = graph_.nodes[position];
    if (count == node.inputs.size()) {
      reshape.outputs = node.outputs;
      node = std::move(reshape);
      return;
    }
    const auto begin = node.inputs.begin() + static_cast<std::ptrdiff_t>(first);
    node.inputs.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(count));
    reshape.outputs = {Add(graph_.tensor(node.outputs.front()), dims)};
    node.inputs[first] = reshape.outputs.front();
    added_[position].push_back(std::move(reshape));
  }

  const LayoutPlan& plan_;
  const std::vector<NamedLayout>& named_;
  ir::Graph& graph_;
  ValueUses uses_;
  std::map<size_t, std::vector<ir::Node>> added_;  // keyed by position, nodes inserted before that node
};

}  // namespace

bool JoinRows(const LayoutPlan& plan, const std::vector<NamedLayout>& named, ir::Graph& graph) {
  return Joiner(plan, named, graph).Run();
}

}  // namespace litevk::to_onnx
