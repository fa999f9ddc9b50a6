#include "onnx/passes/fold_biases.h"

#include <optional>
#include <string>
#include <utility>

#include "onnx/facts/op_row.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

// A layer before a sum, and the stored value that the sum adds to its result.
struct Match {
  size_t layer;  // position
  ir::TensorId value;
  ir::TensorId constant;
};

class Folder {
 public:
  Folder(ir::GraphRewriter& rewriter, PassContext& context) : rewriter_(rewriter), context_(context) {}

  void Run() {
    for (size_t position = 0; position < rewriter_.size(); ++position) {
      const ir::Node& sum = rewriter_.node(position);
      if (!IsSum(sum)) continue;
      for (const auto& [value, constant] :
           {std::pair(sum.inputs[0], sum.inputs[1]), std::pair(sum.inputs[1], sum.inputs[0])}) {
        const std::optional<size_t> layer = LayerOf(value);
        if (!layer || constant == ir::kAbsent || !rewriter_.tensor(constant).is_known()) continue;
        const Status status = Check({*layer, value, constant}, sum);
        if (!status.ok()) {
          context_.Refuse(sum, status.message());
          continue;
        }
        Join({*layer, value, constant}, position);
        break;
      }
    }
  }

 private:
  bool IsFloat(ir::TensorId id) const { return rewriter_.tensor(id).type == ir::DataType::kFloat32; }

  static bool IsSum(const ir::Node& node) {
    const OpRow* row = FindOpRow(node.op_code);
    return row != nullptr && row->layer.is_sum && node.inputs.size() == 2 && HasOneOutput(node);
  }

  // Returns the position of the layer that computes a value and may have a bias.
  std::optional<size_t> LayerOf(ir::TensorId value) const {
    const std::optional<size_t> position = rewriter_.ProducerOf(value);
    const OpRow* row = position ? FindOpRow(rewriter_.node(*position).op_code) : nullptr;
    return row != nullptr && row->layer.bias_input != 0 ? position : std::nullopt;
  }

  Status CheckLayer(const Match& match) const {
    const ir::Node& node = rewriter_.node(match.layer);
    const OpRow& row = *FindOpRow(node.op_code);
    if (rewriter_.UsesOf(match.value) != 1) return Unsupported("others read the layer's result");
    const bool has_bias =
        node.inputs.size() > row.layer.bias_input && node.inputs[row.layer.bias_input] != ir::kAbsent;
    if (has_bias) return Unsupported("the layer has a bias");
    if (row.layer.activation(node.params) != abi::kTfLiteActNone)
      return Unsupported("the layer has an activation");
    const bool has_operands = node.outputs.size() == 1 && node.inputs.size() >= row.layer.bias_input;
    return has_operands ? Status() : Unsupported("the layer lacks operands");
  }

  // Fails unless the constant has an element for each channel of the layer, whose dims the sum keeps.
  Status CheckConstant(const Match& match, const ir::Tensor& sum) const {
    const ir::Tensor& constant = rewriter_.tensor(match.constant);
    const ir::Tensor& layer = rewriter_.tensor(match.value);
    if (constant.sparsity != nullptr) return Unsupported("the constant is sparse");
    if (layer.is_dynamic || sum.is_dynamic) return Unsupported("the run decides the dims");
    const int rank = constant.dims.rank();
    const bool is_alike = rank > 0 && rank <= layer.dims.rank() && layer.dims == sum.dims;
    if (!is_alike) return Unsupported("the constant has no element for each channel");
    const int channels = constant.dims.channels();
    const bool is_of_channels = channels == layer.dims.channels() && constant.dims.NumElements() == channels;
    return is_of_channels ? Status() : Unsupported("the constant has no element for each channel");
  }

  // Fails if the constant cannot be the layer's bias.
  Status Check(const Match& match, const ir::Node& sum) const {
    if (!IsFloat(match.value) || !IsFloat(match.constant)) return Unsupported("it does not add float32");
    const int activation = FindOpRow(sum.op_code)->layer.activation(sum.params);
    const bool is_known = activation >= abi::kTfLiteActNone && activation <= abi::kTfLiteActRelu6;
    if (!is_known) return Unsupported("layers have no such activation");
    LITEVK_RETURN_IF_ERROR(CheckLayer(match));
    return CheckConstant(match, rewriter_.tensor(sum.outputs.front()));
  }

  // Returns the per-channel constant with the dims of a bias.
  ir::TensorId BiasOf(ir::TensorId id) {
    ir::Tensor bias = rewriter_.tensor(id);
    bias.dims = {static_cast<int>(bias.dims.NumElements())};
    bias.signature = {};
    return rewriter_.AddTensor(std::move(bias));
  }

  // Lets the layer write the sum in place of the node that adds.
  void Join(const Match& match, size_t position) {
    const ir::Node& sum = rewriter_.node(position);
    const int activation = FindOpRow(sum.op_code)->layer.activation(sum.params);
    ir::Node layer = rewriter_.node(match.layer);
    const OpRow& row = *FindOpRow(layer.op_code);
    layer.inputs.resize(row.layer.bias_input + 1, ir::kAbsent);
    layer.inputs[row.layer.bias_input] = BiasOf(match.constant);
    layer.params = row.layer.with_activation(layer.params, activation);
    layer.outputs.front() = sum.outputs.front();
    rewriter_.RemoveNode(position);
    rewriter_.ReplaceNode(match.layer, std::move(layer));
  }

  ir::GraphRewriter& rewriter_;
  PassContext& context_;
};

}  // namespace

Status FoldBiases(ir::GraphRewriter& rewriter, PassContext& context) {
  Folder(rewriter, context).Run();
  return {};
}

}  // namespace litevk::to_onnx
