#include "onnx/passes/fold_quantization.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/facts/scaled_operands.h"
#include "onnx/passes/plain_nodes.h"
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
  const auto factors = FactorsOfBias(*row, index);
  const auto has_scales = [&](size_t factor) {
    return factor < inputs.size() && inputs[factor] != nullptr &&
           !inputs[factor]->quantization.scales.empty();
  };
  if (!std::ranges::all_of(factors, has_scales)) return std::nullopt;
  return ProductScales(*inputs[factors[0]], *inputs[factors[1]]);
}

bool IsFolded(const ir::Tensor& tensor) {
  return IsQuantized(tensor) && kNumbers.contains(ir::UnpackedType(tensor.type)) &&
         tensor.quantization.block_size == 0 && tensor.sparsity == nullptr;
}

std::vector<int> CountReads(const ir::Graph& graph) {
  std::vector<int> reads(graph.tensors.size());
  for (const ir::Node& node : graph.nodes) {
    for (const ir::TensorId id : node.inputs) {
      if (id != ir::kAbsent) ++reads[static_cast<size_t>(id)];
    }
  }
  return reads;
}

// Returns, for each tensor, whether it becomes floats. A bias gets its node's scales. If it has other
// readers, it becomes a tensor of its own, since they may use other scales. Other 32-bit integers may have
// meaningless scales.
std::vector<bool> FindFolded(ir::Graph& graph) {
  std::vector<int> reads = CountReads(graph);
  std::vector<bool> folded;
  folded.reserve(graph.tensors.size());
  for (const ir::Tensor& tensor : graph.tensors) {
    folded.push_back(IsFolded(tensor));
  }
  for (ir::Node& node : graph.nodes) {
    for (size_t i = 2; i < node.inputs.size(); ++i) {
      const auto scales = ScalesOfBias(graph, node, i);
      if (!scales) continue;
      ir::TensorId& bias = node.inputs[i];
      if (graph.tensor(bias).is_known() && reads[static_cast<size_t>(bias)]-- > 1) {
        graph.tensors.push_back(ir::Tensor(graph.tensor(bias)));
        bias = static_cast<ir::TensorId>(graph.tensors.size()) - 1;
        folded.push_back(true);
        reads.push_back(1);
      }
      graph.tensor(bias).quantization = *scales;
      folded[static_cast<size_t>(bias)] = true;
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
      ir::UnpackedType(tensor.type), [&]<typename T>(T number) {
        for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
          std::memcpy(&number, &bytes[i * sizeof(T)], sizeof(T));
          const float value = channels[static_cast<int64_t>(i)].ValueOf(number);
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
    if (!is_alike) return Unsupported("the variable '" + state->name + "' has numbers of several scales");
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
      return Unsupported(PlaceOf(node, row->info) +
                         "it moves numbers from one scale into another, which floats cannot be moved into");
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
    return Unsupported(PlaceOf(node, *FindOpInfo(node)) +
                       "its subgraphs take and give numbers with a scale, which stay so");
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

void TakeFloatParams(ir::Graph& graph, const std::vector<bool>& folded) {
  for (ir::Node& node : graph.nodes) {
    const OpRow* row = FindOpRow(node.op_code);
    if (row == nullptr || row->quantization.params_of_floats == nullptr) continue;
    const ir::TensorId result = node.outputs.front();
    if (folded[static_cast<size_t>(result)])
      node.params = row->quantization.params_of_floats(node.params, graph.tensor(result));
  }
}

// Replaces the results of nodes without effect by their inputs.
class Aliases {
 public:
  explicit Aliases(ir::Graph& graph) : graph_(graph), ids_(graph.tensors.size()) {
    std::iota(ids_.begin(), ids_.end(), 0);
    kept_names_.insert(graph.inputs.begin(), graph.inputs.end());
    kept_names_.insert(graph.outputs.begin(), graph.outputs.end());
  }

  // Returns true if one tensor can replace the other. Each output of the graph needs a name of its own.
  bool Add(ir::TensorId from, ir::TensorId to) {
    const bool is_output = std::ranges::find(graph_.outputs, to) != graph_.outputs.end();
    if (is_output && !kept_names_.insert(from).second) return false;
    ids_[static_cast<size_t>(to)] = ids_[static_cast<size_t>(from)];
    if (is_output) std::swap(graph_.tensor(from).name, graph_.tensor(to).name);
    return true;
  }

  void Apply(std::vector<ir::TensorId>& ids) const {
    for (ir::TensorId& id : ids) id = id == ir::kAbsent ? id : ids_[static_cast<size_t>(id)];
  }

 private:
  ir::Graph& graph_;
  std::vector<ir::TensorId> ids_;
  std::set<ir::TensorId> kept_names_;  // inputs, and tensors with an output's name
};

// True if the node does nothing to floats.
bool IsConverter(const ir::Graph& graph, const ir::Node& node) {
  const OpRow* row = FindOpRow(node.op_code);
  return row != nullptr && row->quantization.is_conversion && ir::NodeView(graph, node).has_input(0) &&
         graph.tensor(node.inputs[0]).type == graph.tensor(node.outputs[0]).type;
}

}  // namespace

Status FoldQuantization(ir::Graph& graph, States& states, ComputedValues& computed) {
  LITEVK_RETURN_IF_ERROR(CheckVariables(graph, states));
  LITEVK_RETURN_IF_ERROR(CheckMoves(graph));
  LITEVK_RETURN_IF_ERROR(CheckCalls(graph));
  for (State& state : states.list()) {
    if (IsFolded(state.tensor)) LITEVK_RETURN_IF_ERROR(Fold(state));
  }
  const std::vector<bool> folded = FindFolded(graph);
  TakeFloatParams(graph, folded);
  for (size_t id = 0; id < folded.size(); ++id) {
    if (folded[id]) LITEVK_RETURN_IF_ERROR(Fold(graph.tensors[id], computed));
  }
  Aliases aliases(graph);
  std::vector<ir::Node> kept;
  for (ir::Node& node : graph.nodes) {
    aliases.Apply(node.inputs);
    const bool is_converter = IsConverter(graph, node);
    if (is_converter && aliases.Add(node.inputs[0], node.outputs[0])) continue;
    if (is_converter) BecomeCopy(node);
    kept.push_back(std::move(node));
  }
  graph.nodes = std::move(kept);
  aliases.Apply(graph.outputs);
  return {};
}

}  // namespace litevk::to_onnx
