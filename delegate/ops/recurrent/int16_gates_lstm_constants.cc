#include "delegate/ops/recurrent/int16_gates_lstm_constants.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/recurrent/lstm_gates.h"

namespace litevk {
namespace {

// Appends a multiplier, a left and a right shift for each gate.
void AppendMultipliers(const Int16GatesScaling& scaling, FixedPoint Int16Gate::*rescaling,
                       std::vector<int32_t>& terms) {
  for (int32_t FixedPoint::*part : {&FixedPoint::multiplier, &FixedPoint::left, &FixedPoint::right}) {
    for (const Int16Gate& gate : scaling.gates) terms.push_back(gate.*rescaling.*part);
  }
}

gpu::TensorId AddWords(Lowering& lowering, std::string_view name, uint64_t words,
                       std::function<Status(std::span<std::byte>)> write) {
  return lowering.AddConstant(name, words, gpu::Storage::kBits32, std::move(write));
}

// Takes the input's zero point times the sum of the weights out of each bias, modulo 2^32.
Status WriteBiases(const ir::Graph& graph, const GateMatrices& gates, const GateIds& biases, int zero_point,
                   std::span<int32_t> to) {
  LITEVK_RETURN_IF_ERROR(WriteGateValues<int32_t>(graph, biases, to));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::byte> rows, RowsOf(graph, gates));
  const auto columns = static_cast<size_t>(gates.columns);
  for (size_t i = 0; i < to.size(); ++i) {
    uint32_t sum = 0;
    for (const std::byte weight : std::span(rows).subspan(i * columns, columns)) {
      sum += static_cast<uint32_t>(static_cast<int8_t>(weight));
    }
    to[i] = static_cast<int32_t>(static_cast<uint32_t>(to[i]) - static_cast<uint32_t>(zero_point) * sum);
  }
  return {};
}

// Returns the constants in the order of the indices that the shader of the steps names.
std::vector<int32_t> StepIntegers(const NodeView& view, const Int16GatesScaling& scaling) {
  std::vector<int32_t> terms;
  AppendMultipliers(scaling, &Int16Gate::of_output_state, terms);
  AppendMultipliers(scaling, &Int16Gate::of_cell_state, terms);
  AppendMultipliers(scaling, &Int16Gate::of_norm, terms);
  for (const Int16Gate& gate : scaling.gates) terms.push_back(gate.least_variance);
  const int state_zero_point = ZeroPointOf(view.input(kLstmOutputState));
  const FixedPoint& hidden = scaling.hidden;
  const FixedPoint& projection = scaling.projection;
  terms.insert(terms.end(), {hidden.multiplier, hidden.left, hidden.right, scaling.hidden_zero_point});
  terms.insert(terms.end(), {projection.multiplier, projection.left, projection.right, state_zero_point});
  terms.insert(terms.end(), {scaling.cell_clip, scaling.projection_clip, state_zero_point, 0});
  return terms;
}

}  // namespace

gpu::TensorId AddGateTerms(Lowering& lowering, const Int16GatesScaling& scaling) {
  const NodeView& view = lowering.view();
  const GateMatrices matrices = InputMatrices(view);
  std::vector<int32_t> terms;
  AppendMultipliers(scaling, &Int16Gate::of_input, terms);
  const size_t count = terms.size() + static_cast<size_t>(matrices.Layout().outputs);
  // A normalized gate adds its bias after the norm.
  const bool is_normalized = view.has_input(kLstmOutputGate.norm);
  GateIds biases = GateIdsOf(view, &LstmGate::bias);
  if (is_normalized) biases.fill(ir::kAbsent);
  const auto write = [graph = &view.graph(), terms, matrices, biases,
                      zero_point = ZeroPointOf(view.input(kLstmInput))](std::span<std::byte> out) {
    std::ranges::fill(out, std::byte{0});
    const std::span<int32_t> to = ElementsOf<int32_t>(out);
    std::ranges::copy(terms, to.begin());
    return WriteBiases(*graph, matrices, biases, zero_point, to.subspan(terms.size()));
  };
  return AddWords(lowering, "gate terms", count, write);
}

gpu::TensorId AddStepTerms(Lowering& lowering, const Int16GatesScaling& scaling) {
  const NodeView& view = lowering.view();
  const std::vector<int32_t> integers = StepIntegers(view, scaling);
  const auto of_gates = static_cast<size_t>(RecurrentMatrices(view).Layout().outputs);
  const auto of_projection = static_cast<size_t>(ProjectionLayout(view).Blocks()) * 4;
  const ir::TensorId projection_bias =
      view.has_input(kLstmProjectionBias) ? view.input_id(kLstmProjectionBias) : ir::kAbsent;
  const auto write = [graph = &view.graph(), integers, of_gates, projection_bias,
                      cell_weights = GateIdsOf(view, &LstmGate::cell_weights),
                      norms = GateIdsOf(view, &LstmGate::norm),
                      biases = GateIdsOf(view, &LstmGate::bias)](std::span<std::byte> out) -> Status {
    std::ranges::fill(out, std::byte{0});
    std::span<int32_t> to = ElementsOf<int32_t>(out);
    std::ranges::copy(integers, to.begin());
    to = to.subspan(integers.size());
    LITEVK_RETURN_IF_ERROR(WriteGateValues<int16_t>(*graph, cell_weights, to.first(of_gates)));
    LITEVK_RETURN_IF_ERROR(WriteGateValues<int16_t>(*graph, norms, to.subspan(of_gates, of_gates)));
    LITEVK_RETURN_IF_ERROR(WriteGateValues<int32_t>(*graph, biases, to.subspan(2 * of_gates, of_gates)));
    if (projection_bias == ir::kAbsent) return {};
    LITEVK_ASSIGN_OR_RETURN(const KnownValue bias, EvaluateKnown(*graph, projection_bias));
    std::ranges::copy(bias.As<int32_t>(), to.subspan(3 * of_gates).begin());
    return {};
  };
  return AddWords(lowering, "step terms", integers.size() + 3 * of_gates + of_projection, write);
}

}  // namespace litevk
