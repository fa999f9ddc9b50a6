#include "onnx/passes/fold_quantization.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/facts/scaled_operands.h"
#include "onnx/passes/replacement_nodes.h"
#include "runtime/ir/node_view.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/affine_channels.h"

namespace litevk::to_onnx {
namespace {

// Returns the scales of an input that is a bias. A bias of a recurrent operator without an integer form needs
// none.
std::optional<ir::Quantization> ScalesOfBias(const ir::Graph& graph, const ir::Node& node, size_t index) {
  const auto inputs = ir::TensorsOf(graph, node.inputs);
  const auto outputs = ir::TensorsOf(graph, node.outputs);
  const OpRow* row = FindOpRow(node.op_code);
  if (row == nullptr || row->quantization.takes_only_floats || inputs[index] == nullptr) return std::nullopt;
  if (!IsOfProducts(row->info, inputs, outputs, index)) return std::nullopt;
  if (row->sums.bias_scale != nullptr) {
    const std::optional<float> scale = row->sums.bias_scale(graph, node, index);
    return scale ? std::optional(ir::Quantization{{*scale}, {0}, 0, 0}) : std::nullopt;
  }
  const auto factors = ScaleInputsOfBias(*row, index);
  const auto has_scales = [&](size_t factor) {
    return factor < inputs.size() && inputs[factor] != nullptr &&
           !inputs[factor]->quantization.scales.empty();
  };
  if (!std::ranges::all_of(factors, has_scales)) return std::nullopt;
  return ProductScales(*inputs[factors[0]], *inputs[factors[1]]);
}

bool IsFolded(const ir::Tensor& tensor) {
  return IsQuantized(tensor) && kIntegers.contains(ir::UnpackedType(tensor.type)) &&
         tensor.quantization.block_size == 0 && tensor.sparsity == nullptr;
}

// Gives a bias its node's scales. If it has other readers, it becomes a tensor of its own, since they may use
// other scales.
void ScaleBias(ir::GraphRewriter& rewriter, size_t position, size_t input, const ir::Quantization& scales,
               std::vector<bool>& folded) {
  ir::TensorId bias = rewriter.node(position).inputs[input];
  if (rewriter.tensor(bias).is_known() && rewriter.ReadsOf(bias) > 1) {
    bias = rewriter.AddTensor(ir::Tensor(rewriter.tensor(bias)));
    rewriter.SetInput(position, input, bias);
    folded.push_back(true);
  }
  rewriter.tensor(bias).quantization = scales;
  folded[static_cast<size_t>(bias)] = true;
}

// Returns, for each tensor, whether it becomes floats. Other 32-bit integers than biases may have meaningless
// scales.
std::vector<bool> FindFolded(ir::GraphRewriter& rewriter) {
  std::vector<bool> folded;
  folded.reserve(rewriter.graph().tensors.size());
  for (const ir::Tensor& tensor : rewriter.graph().tensors) folded.push_back(IsFolded(tensor));
  for (size_t position = 0; position < rewriter.size(); ++position) {
    for (size_t i = 2; i < rewriter.node(position).inputs.size(); ++i) {
      const auto scales = ScalesOfBias(rewriter.graph(), rewriter.node(position), i);
      if (scales) ScaleBias(rewriter, position, i, *scales, folded);
    }
  }
  return folded;
}

// Returns the dequantized values of a stored tensor.
Result<std::vector<std::byte>> ValuesOf(const ir::Tensor& tensor) {
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(tensor));
  std::vector<std::byte> unpacked;
  std::span<const std::byte> bytes = tensor.data;
  const int64_t count = tensor.dims.NumElements();
  if (ir::PackedBits(tensor.type) > 0) {
    unpacked = ir::UnpackElements(tensor.type, bytes, count);
    bytes = unpacked;
  }
  std::vector<std::byte> values(static_cast<size_t>(count) * sizeof(float));
  LITEVK_RETURN_IF_ERROR((ForType<int8_t, uint8_t, int16_t, int32_t, int64_t>(
      ir::UnpackedType(tensor.type), [&]<typename T>(T integer) {
        for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
          std::memcpy(&integer, &bytes[i * sizeof(T)], sizeof(T));
          const float value = channels[static_cast<int64_t>(i)].ValueOf(integer);
          std::memcpy(&values[i * sizeof(float)], &value, sizeof(float));
        }
        return Status();
      })));
  return values;
}

Status Fold(ir::Tensor& tensor, ComputedValues& computed) {
  if (tensor.is_known()) {
    LITEVK_ASSIGN_OR_RETURN(std::vector<std::byte> values, ValuesOf(tensor));
    tensor.data = computed.emplace_back(std::move(values));
  }
  tensor.type = ir::DataType::kFloat32;
  tensor.quantization = {};
  return {};
}

// Fails if a variable's readers disagree on its scale: it keeps the assigned integers, and not their values.
Status CheckVariables(const ir::Graph& graph, States& states) {
  for (const ir::Node& node : graph.nodes) {
    const StateRole role = StateRoleOf(node);
    if (role != StateRole::kReads && role != StateRole::kAssigns) continue;
    const State* state = states.Find(node.inputs[0]);
    const ir::Tensor& value = graph.tensor(role == StateRole::kReads ? node.outputs[0] : node.inputs[1]);
    if (state == nullptr || !IsFolded(state->tensor)) continue;
    const ir::Quantization& quantization = state->tensor.quantization;
    const bool is_alike = value.quantization.scales == quantization.scales &&
                          value.quantization.zero_points == quantization.zero_points;
    if (!is_alike) return Unsupported("the variable '" + state->name + "' is quantized with several scales");
  }
  return {};
}

// Fails if a node moves integers to another scale, where their values change. Floats would not change.
Status CheckMoves(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes) {
    const OpRow* row = FindOpRow(node.op_code);
    const bool is_other = row != nullptr && MovesIntoAnotherScale(*row, ir::TensorsOf(graph, node.inputs),
                                                                  ir::TensorsOf(graph, node.outputs));
    if (is_other) {
      return Unsupported(
          DiagnosticPrefix(node, row->info) +
          "it moves quantized values from one scale into another, which floats cannot be moved into");
    }
  }
  return {};
}

// Fails if a subgraph reads the passed integers with another scale.
Status CheckCalls(const ir::Graph& graph) {
  for (const ir::Node& node : graph.nodes) {
    if (CalledSubgraphs(node).empty()) continue;
    const auto is_folded = [&](ir::TensorId id) { return id != ir::kAbsent && IsFolded(graph.tensor(id)); };
    if (!std::ranges::any_of(node.inputs, is_folded) && !std::ranges::any_of(node.outputs, is_folded))
      continue;
    return Unsupported(DiagnosticPrefix(node, *FindOpInfo(node)) +
                       "its subgraphs take and return quantized tensors, which stay so");
  }
  return {};
}

Status Fold(State& state) {
  state.tensor.data = state.initial;
  LITEVK_ASSIGN_OR_RETURN(std::vector<std::byte> values, ValuesOf(state.tensor));
  state.initial = std::move(values);
  state.tensor.data = {};
  state.tensor.type = ir::DataType::kFloat32;
  state.tensor.quantization = {};
  return {};
}

void TakeFloatParams(ir::GraphRewriter& rewriter, const std::vector<bool>& folded) {
  for (size_t position = 0; position < rewriter.size(); ++position) {
    const ir::Node& node = rewriter.node(position);
    const OpRow* row = FindOpRow(node.op_code);
    if (row == nullptr || row->quantization.params_of_floats == nullptr) continue;
    const ir::TensorId result = node.outputs.front();
    if (!folded[static_cast<size_t>(result)]) continue;
    rewriter.SetParams(position, row->quantization.params_of_floats(node.params, rewriter.tensor(result)));
  }
}

// Removes nodes without effect on floats.
class ConverterRemoval {
 public:
  ConverterRemoval(ir::GraphRewriter& rewriter, PassContext& context)
      : rewriter_(rewriter), context_(context) {
    const ir::Graph& graph = rewriter.graph();
    kept_names_.insert(graph.inputs.begin(), graph.inputs.end());
    kept_names_.insert(graph.outputs.begin(), graph.outputs.end());
  }

  void Run() {
    for (size_t position = 0; position < rewriter_.size(); ++position) {
      const ir::Node& node = rewriter_.node(position);
      const OpRow* row = FindOpRow(node.op_code);
      const ir::NodeView view(rewriter_.graph(), node);
      if (row == nullptr || !row->quantization.is_conversion || !view.has_input(0)) continue;
      const Status status = Remove(position);
      if (status.ok()) continue;
      context_.Refuse(node, status.message());
      if (HasOneType(node)) Copy(position);
    }
  }

 private:
  bool HasOneType(const ir::Node& node) const {
    return rewriter_.tensor(node.inputs[0]).type == rewriter_.tensor(node.outputs[0]).type;
  }

  void Copy(size_t position) {
    ir::Node copy = rewriter_.node(position);
    BecomeCopy(copy);
    rewriter_.ReplaceNode(position, std::move(copy));
  }

  // Lets readers of the node's result read its input. Fails for a node that would give one tensor two names:
  // each output of the graph needs a name of its own.
  Status Remove(size_t position) {
    const ir::TensorId from = rewriter_.node(position).inputs[0];
    const ir::TensorId to = rewriter_.node(position).outputs[0];
    if (!HasOneType(rewriter_.node(position))) return Unsupported("it converts between types that stay");
    const auto& outputs = rewriter_.graph().outputs;
    const bool is_output = std::ranges::find(outputs, to) != outputs.end();
    if (is_output && !kept_names_.insert(from).second) {
      return Unsupported("its input and output are edges of the graph, each with a name of its own");
    }
    rewriter_.RemoveNode(position);
    rewriter_.ReplaceAllUses(to, from);
    if (is_output) std::swap(rewriter_.tensor(from).name, rewriter_.tensor(to).name);
    return {};
  }

  ir::GraphRewriter& rewriter_;
  PassContext& context_;
  std::set<ir::TensorId> kept_names_;  // inputs, and tensors with an output's name
};

}  // namespace

Status FoldQuantization(ir::GraphRewriter& rewriter, PassContext& context) {
  LITEVK_RETURN_IF_ERROR(CheckVariables(rewriter.graph(), context.states));
  LITEVK_RETURN_IF_ERROR(CheckMoves(rewriter.graph()));
  LITEVK_RETURN_IF_ERROR(CheckCalls(rewriter.graph()));
  for (State& state : context.states.list()) {
    if (IsFolded(state.tensor)) LITEVK_RETURN_IF_ERROR(Fold(state));
  }
  const std::vector<bool> folded = FindFolded(rewriter);
  TakeFloatParams(rewriter, folded);
  for (size_t id = 0; id < folded.size(); ++id) {
    if (!folded[id]) continue;
    LITEVK_RETURN_IF_ERROR(Fold(rewriter.tensor(static_cast<ir::TensorId>(id)), context.computed));
  }
  ConverterRemoval(rewriter, context).Run();
  return {};
}

}  // namespace litevk::to_onnx
