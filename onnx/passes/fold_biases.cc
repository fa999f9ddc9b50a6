#include "onnx/passes/fold_biases.h"

#include <optional>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/passes/value_uses.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

class Folder {
 public:
  explicit Folder(ir::Graph& graph) : graph_(graph), uses_(graph) {}

  void Run() {
    std::vector<bool> gone(graph_.nodes.size());
    for (size_t position = 0; position < graph_.nodes.size(); ++position) gone[position] = Fold(position);
    RemoveNodes(gone, graph_);
  }

 private:
  bool IsFloat(ir::TensorId id) const {
    return id != ir::kAbsent && graph_.tensor(id).type == ir::DataType::kFloat32;
  }

  // Returns the position of the float layer that computes a value and can still take a bias.
  std::optional<size_t> LayerOf(ir::TensorId value) const {
    const std::optional<size_t> position = uses_.SoleWriterOf(value);
    if (!position || !IsFloat(value)) return std::nullopt;
    const ir::Node& node = graph_.nodes[*position];
    const OpRow* row = FindOpRow(node.op_code);
    if (row == nullptr || row->layer.bias_input == 0 || node.outputs.size() != 1) return std::nullopt;
    const bool has_bias =
        node.inputs.size() > row->layer.bias_input && node.inputs[row->layer.bias_input] != ir::kAbsent;
    const bool is_plain = row->layer.activation(node.params) == abi::kTfLiteActNone;
    return !has_bias && is_plain && node.inputs.size() >= row->layer.bias_input ? position : std::nullopt;
  }

  // True if a value is stored and has an element for each channel of the layer, whose dims the sum keeps.
  bool IsOfChannels(ir::TensorId id, const ir::Tensor& layer, const ir::Tensor& sum) const {
    if (!IsFloat(id) || !graph_.tensor(id).is_known() || graph_.tensor(id).sparsity != nullptr) return false;
    const ir::Shape& dims = graph_.tensor(id).dims;
    const int rank = dims.rank();
    if (rank == 0 || layer.is_dynamic || sum.is_dynamic || !(layer.dims == sum.dims)) return false;
    const int channels = dims[rank - 1];
    return rank <= layer.dims.rank() && channels == layer.dims[layer.dims.rank() - 1] &&
           dims.NumElements() == channels;
  }

  // Returns the per-channel constant with the dims of a bias.
  ir::TensorId BiasOf(ir::TensorId id) {
    ir::Tensor bias = graph_.tensor(id);
    bias.dims = {static_cast<int>(bias.dims.NumElements())};
    bias.signature = {};
    graph_.tensors.push_back(std::move(bias));
    return static_cast<ir::TensorId>(graph_.tensors.size() - 1);
  }

  // Lets the layer before a sum write the sum. Returns true if there is such a layer.
  bool Fold(size_t position) {
    const ir::Node& sum = graph_.nodes[position];
    const OpRow* row = FindOpRow(sum.op_code);
    if (row == nullptr || !row->layer.is_sum || sum.inputs.size() != 2 || sum.outputs.size() != 1)
      return false;
    const int activation = row->layer.activation(sum.params);
    if (activation < abi::kTfLiteActNone || activation > abi::kTfLiteActRelu6) return false;
    const ir::TensorId result = sum.outputs.front();
    if (result == ir::kAbsent) return false;
    for (const auto& [value, constant] :
         {std::pair(sum.inputs[0], sum.inputs[1]), std::pair(sum.inputs[1], sum.inputs[0])}) {
      const std::optional<size_t> layer = LayerOf(value);
      if (!layer || !IsOfChannels(constant, graph_.tensor(value), graph_.tensor(result))) continue;
      Join(*layer, activation, BiasOf(constant), result);
      return true;
    }
    return false;
  }

  void Join(size_t position, int activation, ir::TensorId bias, ir::TensorId result) {
    ir::Node& layer = graph_.nodes[position];
    const OpRow& row = *FindOpRow(layer.op_code);
    layer.inputs.resize(row.layer.bias_input + 1, ir::kAbsent);
    layer.inputs[row.layer.bias_input] = bias;
    layer.params = row.layer.with_activation(layer.params, activation);
    layer.outputs.front() = result;
    uses_.SetWriter(result, position);
  }

  ir::Graph& graph_;
  ValueUses uses_;
};

}  // namespace

void FoldBiases(ir::Graph& graph) { Folder(graph).Run(); }

}  // namespace litevk::to_onnx
