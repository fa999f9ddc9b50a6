// Integer weights of the four gates of an LSTM, interleaved so that the four gates of a cell are neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/matmul/dynamic_int8_pack.h"
#include "runtime/opset/recurrent/lstm.h"

namespace litevk {

// The gates in the order in which shaders have them.
inline constexpr std::array kLstmGates = {kLstmInputGate, kLstmForgetGate, kLstmCellGate, kLstmOutputGate};

// One operand of the gates; kAbsent for a gate that has none.
using GateIds = std::array<ir::TensorId, kLstmGates.size()>;
GateIds GateIdsOf(const NodeView& view, int LstmGate::*operand);

// A matrix of int8 weights {cells, columns} for each gate.
struct GateMatrices {
  GateIds ids;
  int cells;
  int columns;

  DynamicInt8Layout Layout() const {
    return {.outputs = static_cast<int64_t>(cells) * static_cast<int64_t>(kLstmGates.size()),
            .inputs = columns};
  }
};

// Returns the rows of all gates as {cells, gates, columns}; zeros if a gate has no weights.
Result<std::vector<std::byte>> RowsOf(const ir::Graph& graph, const GateMatrices& gates);

// Writes the value of each gate for each cell to `to`, as {cells, gates}; zeros for a gate that has none. `T`
// is the type of the tensors.
template <typename T>
Status WriteGateValues(const ir::Graph& graph, const GateIds& ids, std::span<int32_t> to) {
  for (size_t gate = 0; gate < ids.size(); ++gate) {
    if (ids[gate] == ir::kAbsent) continue;
    LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, ids[gate]));
    const std::span<const T> source = value.As<T>();
    for (size_t cell = 0; cell < source.size(); ++cell) to[cell * ids.size() + gate] = source[cell];
  }
  return {};
}

// Returns the weights that multiply the input, and those that multiply the last output.
GateMatrices InputMatrices(const NodeView& view);
GateMatrices RecurrentMatrices(const NodeView& view);
// Returns the layout of the projection's weights; no outputs if there is no projection.
DynamicInt8Layout ProjectionLayout(const NodeView& view);

// Adds the weights that multiply the input, in words.
gpu::TensorId AddGateWeights(Lowering& lowering);
// Adds the weights of the steps: the recurrent ones, and behind them the projection's.
gpu::TensorId AddStepWeights(Lowering& lowering);
uint64_t StepWeightBytes(const NodeView& view);

}  // namespace litevk
