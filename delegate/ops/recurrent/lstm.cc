#include "delegate/ops/recurrent/lstm.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "delegate/kernel/constraints.h"
#include "shaders/recurrent/lstm_gates.h"
#include "shaders/recurrent/lstm_steps.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
// The gates in the order in which the shaders have them.
constexpr std::array kGates = {kLstmInputGate, kLstmForgetGate, kLstmCellGate, kLstmOutputGate};

// Operands of the four gates, each [cells][columns] or absent, packed as [column][cell][gate]. Absent
// operands are zeros.
struct GateOperands {
  std::array<ir::TensorId, kGates.size()> ids = {};
  int columns = 1;
  int cells = 1;

  uint64_t Floats() const {
    return kGates.size() * static_cast<uint64_t>(columns) * static_cast<uint64_t>(cells);
  }
};

GateOperands OperandsOf(const NodeView& view, int LstmGate::*operand, int cells) {
  GateOperands operands = {.cells = cells};
  for (size_t gate = 0; gate < kGates.size(); ++gate) {
    const int index = kGates[gate].*operand;
    const bool exists = index >= 0 && view.has_input(index);
    operands.ids[gate] = exists ? view.input_id(index) : ir::kAbsent;
    if (exists && view.input(index).dims.rank() == 2) operands.columns = view.input(index).dims[1];
  }
  return operands;
}

Status PackGates(const ir::Graph& graph, const GateOperands& operands, std::span<float> packed) {
  const auto columns = static_cast<size_t>(operands.columns);
  const auto cells = static_cast<size_t>(operands.cells);
  for (size_t gate = 0; gate < kGates.size(); ++gate) {
    if (operands.ids[gate] == ir::kAbsent) continue;
    LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, operands.ids[gate]));
    const std::span<const float> source = value.As<float>();
    const bool is_diagonal = source.size() == cells && columns > 1;  // among gates with whole matrices
    for (size_t i = 0; i < source.size(); ++i) {
      const size_t column = is_diagonal ? i : i % columns;
      const size_t cell = is_diagonal ? i : i / columns;
      packed[(column * cells + cell) * kGates.size() + gate] = source[i];
    }
  }
  return {};
}

// True if the tensor's values belong to one plan.
bool IsOfPlan(const NodeView& view, ir::TensorId id) {
  return id != ir::kAbsent && view.graph().tensor(id).is_of_plan;
}

// Adds a constant of blocks of operands, one after the other.
gpu::TensorId AddGateConstant(Lowering& lowering, std::string_view name, std::vector<GateOperands> blocks) {
  uint64_t floats = 0;
  std::string key = "gates";
  bool shared = true;
  for (const GateOperands& block : blocks) {
    floats += block.Floats();
    for (const ir::TensorId id : block.ids) key.append(" ").append(std::to_string(id));
    if (std::ranges::any_of(block.ids, [&](ir::TensorId id) { return IsOfPlan(lowering.view(), id); }))
      shared = false;
  }
  const auto write = [graph = &lowering.view().graph(),
                      blocks = std::move(blocks)](std::span<std::byte> bytes) {
    std::ranges::fill(bytes, std::byte{0});
    std::span<float> packed = ElementsOf<float>(bytes);
    for (const GateOperands& block : blocks) {
      LITEVK_RETURN_IF_ERROR(PackGates(*graph, block, packed));
      packed = packed.subspan(block.Floats());
    }
    return Status();
  };
  return lowering.AddConstant(name, floats, gpu::Storage::kFloat32, write, shared ? key : std::string());
}

// Adds the projection's weights as [cell][output], and its bias.
gpu::TensorId AddProjection(Lowering& lowering, size_t cells, size_t outputs) {
  const NodeView& view = lowering.view();
  const ir::TensorId weights = view.input_id(kLstmProjectionWeights);
  const ir::TensorId bias =
      view.has_input(kLstmProjectionBias) ? view.input_id(kLstmProjectionBias) : ir::kAbsent;
  const auto write = [graph = &view.graph(), weights, bias, cells, outputs](std::span<std::byte> bytes) {
    std::ranges::fill(bytes, std::byte{0});
    const std::span<float> packed = ElementsOf<float>(bytes);
    LITEVK_ASSIGN_OR_RETURN(const KnownValue matrix, EvaluateKnown(*graph, weights));
    const std::span<const float> values = matrix.As<float>();
    for (size_t i = 0; i < cells * outputs; ++i) packed[i % cells * outputs + i / cells] = values[i];
    if (bias == ir::kAbsent) return Status();
    LITEVK_ASSIGN_OR_RETURN(const KnownValue last, EvaluateKnown(*graph, bias));
    std::ranges::copy(last.As<float>(), packed.subspan(cells * outputs).begin());
    return Status();
  };
  const bool shared = !IsOfPlan(view, weights) && !IsOfPlan(view, bias);
  const std::string key = "projection " + std::to_string(weights) + ", " + std::to_string(bias);
  return lowering.AddConstant("projection", (cells + 1) * outputs, gpu::Storage::kFloat32, write,
                              shared ? key : std::string());
}

gpu::TensorId EmitGates(Lowering& lowering, uint32_t positions, int cells) {
  const NodeView& view = lowering.view();
  const GateOperands weights = OperandsOf(view, &LstmGate::weights, cells);
  const uint32_t total = positions * static_cast<uint32_t>(cells);
  const gpu::TensorId gates =
      lowering.AddScratch("gates", uint64_t{total} * kGates.size(), gpu::Storage::kFloat32);
  lowering.EmitPart<shaders::LstmGates>({.kLocalSizeX = kGroup},
                                        {.total = total,
                                         .inputs = static_cast<uint32_t>(weights.columns),
                                         .cells = static_cast<uint32_t>(cells)},
                                        {.source = lowering.Input(kLstmInput),
                                         .weights = AddGateConstant(lowering, "weights", {weights}),
                                         .gates = gates},
                                        FlatGroups(total, kGroup, lowering.limits()));
  return gates;
}

}  // namespace

void LowerLstm(Lowering& lowering, const LstmOptions& options, const SequenceLayout& layout) {
  const NodeView& view = lowering.view();
  const int cells = view.input(kLstmOutputGate.weights).dims[0];
  const int outputs = lowering.output_dims().channels();
  const gpu::TensorId gates = EmitGates(lowering, layout.rows * layout.steps, cells);
  const GateOperands recurrent = OperandsOf(view, &LstmGate::recurrent_weights, cells);
  const bool is_projected = view.has_input(kLstmProjectionWeights);
  const gpu::TensorId output_state = lowering.Input(kLstmOutputState);
  const gpu::TensorId cell_state = lowering.Input(kLstmCellState);
  const shaders::LstmSteps::Spec spec = {
      .kActivation = static_cast<uint32_t>(options.activation),
      .kCoupled = !view.has_input(kLstmInputGate.weights),
      .kNormalized = view.has_input(kLstmOutputGate.norm),
      .kProjected = is_projected,
      .kDiagonal = recurrent.columns == 1 && view.input(kLstmOutputGate.recurrent_weights).dims.rank() == 1};
  const shaders::LstmSteps::Push push = {.rows = layout.rows,
                                         .steps = layout.steps,
                                         .cells = static_cast<uint32_t>(cells),
                                         .outputs = static_cast<uint32_t>(outputs),
                                         .row_pitch = layout.row_pitch,
                                         .step_pitch = layout.step_pitch,
                                         .cell_clip = options.cell_clip,
                                         .projection_clip = options.proj_clip};
  shaders::LstmSteps::Bindings bindings = {
      .gates = gates,
      .recurrent = AddGateConstant(lowering, "recurrent weights", {recurrent}),
      .cell_terms = AddGateConstant(
          lowering, "cell terms",
          {OperandsOf(view, &LstmGate::bias, cells), OperandsOf(view, &LstmGate::cell_weights, cells),
           OperandsOf(view, &LstmGate::norm, cells)}),
      .projection = is_projected
                        ? AddProjection(lowering, static_cast<size_t>(cells), static_cast<size_t>(outputs))
                        : lowering.Zeros(),
      .output_state = output_state,
      .cell_state = cell_state,
      .next_output = lowering.NextState(kLstmOutputState),
      .next_cell = lowering.NextState(kLstmCellState),
      .result = lowering.Output()};
  EmitStretches<shaders::LstmSteps>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.Emit<shaders::LstmSteps>(spec, stretch, bindings, FlatGroups(layout.rows, 1, lowering.limits()));
    bindings.output_state = bindings.next_output;
    bindings.cell_state = bindings.next_cell;
  });
}

bool LstmOperandsAreKnown(const NodeView& view) {
  for (int index = 1; index < view.input_count(); ++index) {
    const bool is_state = index == kLstmOutputState || index == kLstmCellState;
    if (!is_state && view.has_input(index) && !view.input_is_known(index)) return false;
  }
  return true;
}

// True if the packed operands of four gates, and the values of four gates for all positions, fit a buffer.
bool LstmGatesFit(const NodeView& view) {
  const ir::Shape& input = view.input(kLstmInput).dims;
  const auto cells = static_cast<uint64_t>(view.input(kLstmOutputGate.weights).dims[0]);
  const auto outputs = static_cast<uint64_t>(view.output().dims.channels());
  const auto most = std::max<uint64_t>(
      {static_cast<uint64_t>(input.Rows()), static_cast<uint64_t>(input.channels()), outputs});
  return gpu::BytesOf(cells * most * kGates.size(), gpu::Storage::kFloat32) <=
         view.limits().max_tensor_bytes();
}

bool LstmStepsFit(const NodeView& view) {
  return view.limits().max_bound_storage_buffers >= shaders::LstmSteps::kInfo.bindings.size();
}

std::vector<Constraint> LstmConstraints() {
  return {{"the weights, biases and coefficients are constant", LstmOperandsAreKnown},
          {"the weights of all gates, and the gates of all steps, fit the device's limits", LstmGatesFit,
           DimsAreKnown<kLstmInput>},
          {"the device binds as many buffers at once as the steps have, which are 9", LstmStepsFit}};
}

}  // namespace litevk
