#include "delegate/ops/families/lstm_gates.h"

#include <algorithm>

namespace litevk {

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

std::string KeyOfTensors(const ir::Graph& graph, std::string_view name, std::span<const ir::TensorId> ids) {
  std::string key(name);
  for (const ir::TensorId id : ids) {
    if (id != ir::kAbsent && graph.tensor(id).is_of_plan) return {};
    key.append(" ").append(std::to_string(id));
  }
  return key;
}

}  // namespace litevk
