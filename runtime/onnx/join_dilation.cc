#include "runtime/onnx/join_dilation.h"

#include <array>
#include <optional>
#include <vector>

#include "runtime/ir/node_view.h"
#include "runtime/onnx/op_row.h"
#include "runtime/onnx/value_uses.h"
#include "runtime/opset/same_meaning.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

constexpr size_t kSides = 2;
using Sides = std::array<int, kSides>;  // of height and width
// What stands before and behind each side.
using Margins = std::array<Sides, kSides>;

// The stored numbers of a block of height and width, and of its paddings or crops.
std::optional<Sides> BlockOf(const ir::Graph& graph, const ir::Node& node) {
  const ir::Tensor& block = graph.tensor(node.inputs[1]);
  if (!block.is_known() || block.dims.NumElements() != kSides) return std::nullopt;
  const std::vector<int64_t> sizes = ir::StoredIndices(block);
  return Sides{static_cast<int>(sizes[0]), static_cast<int>(sizes[1])};
}

std::optional<Margins> MarginsOf(const ir::Graph& graph, const ir::Node& node) {
  const ir::Tensor& margins = graph.tensor(node.inputs[2]);
  if (!margins.is_known() || margins.dims.NumElements() != kSides * 2) return std::nullopt;
  const std::vector<int64_t> sizes = ir::StoredIndices(margins);
  Margins result;
  for (size_t i = 0; i < kSides; ++i) {
    result[i] = {static_cast<int>(sizes[2 * i]), static_cast<int>(sizes[2 * i + 1])};
  }
  return result;
}

// Returns the padding of the dilated window that leaves no more and no less around the image than the three
// nodes do; nothing where none does.
std::optional<int> JoinedPadding(const Sides& kernel, const Sides& block, const Margins& pads,
                                 const Margins& crops, bool is_same) {
  bool is_valid = true;
  bool keeps_size = true;
  for (size_t i = 0; i < kSides; ++i) {
    const int reach = block[i] * (kernel[i] - 1);
    const int before = block[i] * ((kernel[i] - 1) / 2);
    const Sides own = is_same ? Sides{before, reach - before} : Sides{0, 0};
    const Sides total = {pads[i][0] + own[0] - crops[i][0], pads[i][1] + own[1] - crops[i][1]};
    is_valid = is_valid && total == Sides{0, 0};
    keeps_size = keeps_size && total == Sides{reach / 2, reach - reach / 2};
  }
  if (is_valid) return abi::kTfLitePaddingValid;
  return keeps_size ? std::optional<int>(abi::kTfLitePaddingSame) : std::nullopt;
}

// The three nodes, by their positions, and what makes integers for a convolution between moves of floats.
struct Triple {
  size_t to_batch;
  std::optional<size_t> quantize;
  size_t conv;
  std::optional<size_t> dequantize;
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
      gone[triple->to_batch] = true;
      gone[triple->to_space] = true;
    }
    RemoveNodes(gone, graph_);
  }

 private:
  // Returns the node that alone gives input 0 of a node its value, which nobody else reads.
  std::optional<size_t> Before(size_t position) const {
    return uses_.SoleWriterOf(graph_.nodes[position].inputs.front());
  }

  // A file may leave out operands: such a node is refused where it is written.
  bool HasOperands(size_t position, int inputs) const {
    const ir::NodeView view(graph_, graph_.nodes[position]);
    for (int i = 0; i < inputs; ++i) {
      if (!view.has_input(i)) return false;
    }
    return view.node().outputs.size() == 1;
  }

  BlockMove MoveOf(size_t position) const {
    const OpRow* row = FindOpRow(graph_.nodes[position].op_code);
    return row == nullptr ? BlockMove::kNone : row->block_move;
  }

  // Returns `position` and leaves it before its node, where the node changes how values are stored and
  // nothing else.
  std::optional<size_t> Pass(std::optional<size_t>& position) const {
    if (!position) return std::nullopt;
    const OpRow* row = FindOpRow(graph_.nodes[*position].op_code);
    if (row == nullptr || !row->is_conversion) return std::nullopt;
    const size_t passed = *position;
    position = HasOperands(passed, 1) ? Before(passed) : std::nullopt;
    return passed;
  }

  std::optional<Triple> TripleAt(size_t to_space) const {
    if (MoveOf(to_space) != BlockMove::kToSpace || !HasOperands(to_space, 3)) return std::nullopt;
    std::optional<size_t> conv = Before(to_space);
    const std::optional<size_t> dequantize = Pass(conv);
    if (!conv || !HasOperands(*conv, 2)) return std::nullopt;
    const OpRow* row = FindOpRow(graph_.nodes[*conv].op_code);
    if (row == nullptr || row->with_dilation == nullptr) return std::nullopt;
    std::optional<size_t> to_batch = Before(*conv);
    const std::optional<size_t> quantize = Pass(to_batch);
    if (!to_batch || MoveOf(*to_batch) != BlockMove::kToBatches || !HasOperands(*to_batch, 3)) {
      return std::nullopt;
    }
    return Triple{*to_batch, quantize, *conv, dequantize, to_space};
  }

  // The nodes between which values move keep what their numbers mean.
  bool KeepsMeaning(const ir::Node& node) const {
    return MeansTheSame(graph_.tensor(node.inputs.front()), graph_.tensor(node.outputs.front()));
  }

  // Returns the convolution's parameters with the padding and dilation of all three; nothing where none has
  // them.
  std::optional<ir::Params> JoinedParams(const Triple& triple) const {
    const ir::Node& first = graph_.nodes[triple.to_batch];
    const ir::Node& last = graph_.nodes[triple.to_space];
    const ir::Node& conv = graph_.nodes[triple.conv];
    if (!KeepsMeaning(first) || !KeepsMeaning(last)) return std::nullopt;
    const ir::Shape& weights = graph_.tensor(conv.inputs[1]).dims;
    const auto block = BlockOf(graph_, first);
    const auto pads = MarginsOf(graph_, first);
    const auto crops = MarginsOf(graph_, last);
    if (!block || !pads || !crops || BlockOf(graph_, last) != block || weights.rank() != 4)
      return std::nullopt;
    const OpRow& row = *FindOpRow(conv.op_code);
    const std::optional<int> own = row.plain_padding(conv.params);
    if (!own) return std::nullopt;
    const bool is_same = *own == abi::kTfLitePaddingSame;
    const auto padding = JoinedPadding({weights[1], weights[2]}, *block, *pads, *crops, is_same);
    if (!padding) return std::nullopt;
    return row.with_dilation(conv.params, {*padding, *block});
  }

  // Makes the convolution read what the first node read and write what the last one wrote. QUANTIZE makes the
  // zero point of the zeros that the first node pads floats with, which are the convolution's own padding of
  // integers.
  bool Join(const Triple& triple) {
    const std::optional<ir::Params> params = JoinedParams(triple);
    if (!params) return false;
    const ir::TensorId input = graph_.nodes[triple.to_batch].inputs.front();
    const ir::TensorId output = graph_.nodes[triple.to_space].outputs.front();
    ir::Node& conv = graph_.nodes[triple.conv];
    conv.params = *params;
    if (triple.quantize) SetDims(conv.inputs.front(), input);
    if (triple.dequantize) SetDims(conv.outputs.front(), output);
    graph_.nodes[triple.quantize.value_or(triple.conv)].inputs.front() = input;
    graph_.nodes[triple.dequantize.value_or(triple.conv)].outputs.front() = output;
    uses_.SetWriter(output, triple.dequantize.value_or(triple.conv));
    return true;
  }

  void SetDims(ir::TensorId id, ir::TensorId from) {
    ir::Tensor& tensor = graph_.tensor(id);
    tensor.dims = graph_.tensor(from).dims;
    tensor.signature = graph_.tensor(from).signature;
  }

  ir::Graph& graph_;
  ValueUses uses_;
};

}  // namespace

void JoinDilation(ir::Graph& graph) { Joiner(graph).Run(); }

}  // namespace litevk::to_onnx
