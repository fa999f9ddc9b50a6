#include "delegate/ops/recurrent/lstm_gates.h"

#include <algorithm>

namespace litevk {
namespace {

// Returns the key of a constant of these tensors; "" if values belong to one plan.
std::string KeyOfTensors(const ir::Graph& graph, std::span<const ir::TensorId> ids) {
  std::string key = "weights of gates";
  for (const ir::TensorId id : ids) {
    if (id != ir::kAbsent && graph.tensor(id).is_of_plan) return {};
    key.append(" ").append(std::to_string(id));
  }
  return key;
}

}  // namespace

GateIds GateIdsOf(const NodeView& view, int LstmGate::*operand) {
  GateIds ids = {};
  for (size_t gate = 0; gate < kLstmGates.size(); ++gate) {
    const int index = kLstmGates[gate].*operand;
    ids[gate] = index >= 0 && view.has_input(index) ? view.input_id(index) : ir::kAbsent;
  }
  return ids;
}

Result<std::vector<std::byte>> RowsOf(const ir::Graph& graph, const GateMatrices& gates) {
  const auto columns = static_cast<size_t>(gates.columns);
  const auto cells = static_cast<size_t>(gates.cells);
  std::vector<std::byte> rows(cells * kLstmGates.size() * columns);
  for (size_t gate = 0; gate < gates.ids.size(); ++gate) {
    if (gates.ids[gate] == ir::kAbsent) continue;
    LITEVK_ASSIGN_OR_RETURN(const KnownValue weights, EvaluateKnown(graph, gates.ids[gate]));
    for (size_t cell = 0; cell < cells; ++cell) {
      const std::span<const std::byte> row = weights.bytes().subspan(cell * columns, columns);
      std::ranges::copy(row,
                        rows.begin() + static_cast<ptrdiff_t>((cell * kLstmGates.size() + gate) * columns));
    }
  }
  return rows;
}

GateMatrices RecurrentMatrices(const NodeView& view) {
  const ir::Shape& weights = view.input(kLstmOutputGate.recurrent_weights).dims;
  return {GateIdsOf(view, &LstmGate::recurrent_weights), weights[0], weights.channels()};
}

DynamicInt8Layout ProjectionLayout(const NodeView& view) {
  if (!view.has_input(kLstmProjectionWeights)) return {.outputs = 0, .inputs = 0};
  const ir::Shape& weights = view.input(kLstmProjectionWeights).dims;
  return {.outputs = weights[0], .inputs = weights[1]};
}

GateMatrices InputMatrices(const NodeView& view) {
  const ir::Shape& weights = view.input(kLstmOutputGate.weights).dims;
  return {GateIdsOf(view, &LstmGate::weights), weights[0], weights[1]};
}

uint64_t StepWeightBytes(const NodeView& view) {
  return RecurrentMatrices(view).Layout().WeightBytes() + ProjectionLayout(view).WeightBytes();
}

gpu::TensorId AddGateWeights(Lowering& lowering) {
  const GateMatrices gates = InputMatrices(lowering.view());
  const ir::Graph& graph = lowering.view().graph();
  const auto write = [&graph, gates](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const std::vector<std::byte> rows, RowsOf(graph, gates));
    PackWeights<std::byte>(rows, DynamicInt8Packing(gates.Layout()), out);
    return {};
  };
  return lowering.AddConstant("gate weights", gates.Layout().WeightBytes(), gpu::Storage::kBits8, write,
                              KeyOfTensors(graph, gates.ids));
}

gpu::TensorId AddStepWeights(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const GateMatrices gates = RecurrentMatrices(view);
  const DynamicInt8Layout layout = ProjectionLayout(view);
  const ir::TensorId projection = layout.outputs > 0 ? view.input_id(kLstmProjectionWeights) : ir::kAbsent;
  const auto write = [graph = &view.graph(), gates, layout, projection](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const std::vector<std::byte> rows, RowsOf(*graph, gates));
    const uint64_t bytes = gates.Layout().WeightBytes();
    PackWeights<std::byte>(rows, DynamicInt8Packing(gates.Layout()), out.first(bytes));
    if (projection == ir::kAbsent) return {};
    LITEVK_ASSIGN_OR_RETURN(const KnownValue weights, EvaluateKnown(*graph, projection));
    PackWeights<std::byte>(weights.bytes(), DynamicInt8Packing(layout), out.subspan(bytes));
    return {};
  };
  std::vector<ir::TensorId> ids(gates.ids.begin(), gates.ids.end());
  ids.push_back(projection);
  return lowering.AddConstant("step weights", StepWeightBytes(view), gpu::Storage::kBits8, write,
                              KeyOfTensors(view.graph(), ids));
}

}  // namespace litevk
