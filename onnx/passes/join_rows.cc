#include "onnx/passes/join_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/passes/choose_layouts.h"
#include "runtime/layout/permutation.h"
#include "runtime/opset/same_quantization.h"
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
  Joiner(ir::GraphRewriter& rewriter, PassContext& context)
      : plan_(context.plan), named_(context.options.layouts), rewriter_(rewriter), context_(context) {}

  // Returns true if the graph has changed.
  bool Run() {
    const size_t count = rewriter_.size();
    for (size_t position = 0; position < count; ++position) {
      if (JoinsRows(rewriter_.node(position))) JoinOperands(position);
    }
    return has_changed_;
  }

 private:
  bool JoinsRows(const ir::Node& node) const {
    const OpRow* row = FindOpRow(node.op_code);
    if (row == nullptr || row->join.axis == nullptr || !HasEnds(node)) return false;
    const int rank = rewriter_.tensor(node.outputs.front()).dims.rank();
    const std::optional<int> axis = row->join.axis(node.params);
    return rank > 1 && (axis == 1 || axis == 1 - rank);
  }

  static bool HasEnds(const ir::Node& node) { return !node.inputs.empty() && HasOneOutput(node); }

  // Returns the position of the node that computes the tensor for one reader. Nothing if there is none, or if
  // the tensor must stay.
  std::optional<size_t> MakerOf(ir::TensorId id) const {
    // The plan knows no tensors of joined nodes.
    const bool is_planned = id != ir::kAbsent && static_cast<size_t>(id) < plan_.tensors.size();
    const std::optional<size_t> position = is_planned ? rewriter_.SingleUseProducerOf(id) : std::nullopt;
    if (!position) return std::nullopt;
    const bool is_named =
        std::ranges::find(named_, rewriter_.tensor(id).name, &NamedLayout::tensor) != named_.end();
    return is_named || !HasEnds(rewriter_.node(*position)) ? std::nullopt : position;
  }

  const OpRow* RowAt(std::optional<size_t> position) const {
    return position ? FindOpRow(rewriter_.node(*position).op_code) : nullptr;
  }

  // Returns the head that computes an operand of a node. Fails if the operand is not rows of an image that
  // needs a Transpose.
  Result<Head> HeadOf(const ir::Node& node, ir::TensorId operand) const {
    Head head;
    std::optional<size_t> maker = MakerOf(operand);
    const OpRow* row = RowAt(maker);
    if (row != nullptr && row->quantization.is_conversion) {
      head.conversion = maker;
      maker = MakerOf(rewriter_.node(*maker).inputs.front());
      row = RowAt(maker);
    }
    if (row == nullptr || !row->join.reshapes) return Unsupported("no RESHAPE makes it for this node alone");
    if (!IsTransposed(*maker)) return Unsupported("it needs no Transpose");
    const ir::Tensor& made = rewriter_.tensor(operand);
    const ir::Tensor& result = rewriter_.tensor(node.outputs.front());
    if (made.type != result.type || !HasSameQuantization(made, result)) {
      return Unsupported("it has another type or scale than the result");
    }
    const ir::Shape& image = rewriter_.tensor(rewriter_.node(*maker).inputs.front()).dims;
    head.reshape = *maker;
    head.channels = image[image.rank() - 1];
    head.pixels = image.NumElements() / image[0] / head.channels;
    return head;
  }

  // True if the node makes rows of each image of a batch, and the channels are first but must be last.
  bool IsTransposed(size_t position) const {
    const ir::Node& node = rewriter_.node(position);
    const ir::TensorId image = node.inputs.front();
    const ir::Shape& dims = rewriter_.tensor(image).dims;
    const ir::Shape& rows = rewriter_.tensor(node.outputs.front()).dims;
    if (!MakerOf(image) || dims.rank() < 3 || rows.rank() < 2 || dims[0] != rows[0]) return false;
    if (dims.has_unknown() || dims.NumElements() < 1) return false;
    const Permutation& permutation = plan_.tensors[static_cast<size_t>(image)];
    return plan_.nodes[position].inputs.front().empty() && permutation == ChannelsFirst(dims.rank()) &&
           MovesElements(dims, permutation, Permutation());
  }

  // True if a RESHAPE makes one of several operands, directly or in front of a conversion.
  bool ReadsRows(const ir::Node& node) const {
    const auto is_made = [&](ir::TensorId id) {
      std::optional<size_t> maker = rewriter_.ProducerOf(id);
      if (RowAt(maker) != nullptr && RowAt(maker)->quantization.is_conversion &&
          HasEnds(rewriter_.node(*maker))) {
        maker = rewriter_.ProducerOf(rewriter_.node(*maker).inputs.front());
      }
      return RowAt(maker) != nullptr && RowAt(maker)->join.reshapes;
    };
    return node.inputs.size() > 1 && std::ranges::any_of(node.inputs, is_made);
  }

  // Returns the heads of neighbouring operands from `first` on that can be joined, and sets the reason why
  // the next operand cannot.
  std::vector<Head> HeadsFrom(const ir::Node& node, size_t first, std::string& reason) const {
    std::vector<Head> heads;
    int64_t pixels = 0;
    for (size_t i = first; i < node.inputs.size(); ++i) {
      const Result<Head> head = HeadOf(node, node.inputs[i]);
      reason = "operand " + std::to_string(i) + ": ";
      if (!head.ok()) {
        reason += head.status().message();
        return heads;
      }
      pixels += head->pixels;
      if (!heads.empty() && head->channels != heads.front().channels) {
        reason += "its image has other channels than the one before";
        return heads;
      }
      if (pixels > kMostPixels) {
        reason += "the joined images would have more pixels than a dim can count";
        return heads;
      }
      heads.push_back(*head);
    }
    return heads;
  }

  void JoinOperands(size_t position) {
    std::string reason;
    bool is_joined = false;
    for (size_t first = 0; first < rewriter_.node(position).inputs.size(); ++first) {
      std::string next;
      const std::vector<Head> heads = HeadsFrom(rewriter_.node(position), first, next);
      if (reason.empty()) reason = next;
      if (heads.size() < 2) continue;
      Join(position, first, heads);
      is_joined = true;
    }
    if (!is_joined && ReadsRows(rewriter_.node(position))) context_.Refuse(rewriter_.node(position), reason);
    has_changed_ |= is_joined;
  }

  // Adds an unnamed tensor of the type and quantization of `like`.
  ir::TensorId Add(const ir::Tensor& like, const std::vector<int>& dims) {
    ir::Tensor tensor;
    tensor.type = like.type;
    tensor.quantization = like.quantization;
    tensor.dims = ir::Shape(dims);
    return rewriter_.AddTensor(std::move(tensor));
  }

  // Joins the operands from `first` on into one.
  void Join(size_t position, size_t first, const std::vector<Head>& heads) {
    ir::Node joined = rewriter_.node(position);
    ir::Node reshape = rewriter_.node(heads.front().reshape);
    const ir::Tensor like = rewriter_.tensor(joined.outputs.front());
    const ir::Shape& rows = rewriter_.tensor(joined.inputs[first]).dims;
    std::vector<int> dims(rows.dims().begin(), rows.dims().end());
    dims[1] = 0;
    int64_t pixels = 0;
    std::vector<ir::TensorId> operands;
    for (size_t i = 0; i < heads.size(); ++i) {
      dims[1] += rewriter_.tensor(joined.inputs[first + i]).dims[1];
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
    rewriter_.InsertBefore(position, std::move(joined));
    Replace(position, first, heads.size(), std::move(reshape), dims);
  }

  // Makes a head keep a row of each pixel's channels, with the quantization of `like`.
  ir::TensorId KeepPixels(const Head& head, int batch, const ir::Tensor& like) {
    const std::vector<int> dims = {batch, static_cast<int>(head.pixels), head.channels};
    const ir::TensorId rows = Add(rewriter_.tensor(rewriter_.node(head.reshape).outputs.front()), dims);
    rewriter_.SetOutput(head.reshape, 0, rows);
    if (!head.conversion) return rows;
    const ir::TensorId converted = Add(like, dims);
    rewriter_.SetInput(*head.conversion, 0, rows);
    rewriter_.SetOutput(*head.conversion, 0, converted);
    return converted;
  }

  // Replaces `count` operands of the node by the result of `reshape`, which gets these dims. If the node has
  // no others, `reshape` replaces it.
  void Replace(size_t position, size_t first, size_t count, ir::Node reshape, const std::vector<int>& dims) {
    ir::Node node = rewriter_.node(position);
    if (count == node.inputs.size()) {
      reshape.outputs = node.outputs;
      rewriter_.ReplaceNode(position, std::move(reshape));
      return;
    }
    const auto begin = node.inputs.begin() + static_cast<std::ptrdiff_t>(first);
    node.inputs.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(count));
    reshape.outputs = {Add(rewriter_.tensor(node.outputs.front()), dims)};
    node.inputs[first] = reshape.outputs.front();
    rewriter_.InsertBefore(position, std::move(reshape));
    rewriter_.ReplaceNode(position, std::move(node));
  }

  const LayoutPlan& plan_;
  const std::vector<NamedLayout>& named_;
  ir::GraphRewriter& rewriter_;
  PassContext& context_;
  bool has_changed_ = false;
};

}  // namespace

Status JoinRows(ir::GraphRewriter& rewriter, PassContext& context) {
  if (!Joiner(rewriter, context).Run()) return {};
  rewriter.Finish();
  return ChooseLayouts(rewriter, context);
}

}  // namespace litevk::to_onnx
