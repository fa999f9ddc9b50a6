#include "delegate/ops/recurrent/int16_gates_lstm.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/recurrent/int16_gates_lstm_constants.h"
#include "delegate/ops/recurrent/int16_gates_lstm_words.h"
#include "delegate/ops/recurrent/lstm_gates.h"
#include "runtime/opset/recurrent/int16_gates_lstm.h"
#include "shaders/recurrent/int16_gates_lstm_steps.h"
#include "shaders/recurrent/int16_gates_lstm_sums.h"

namespace litevk {
namespace {

using Gates = shaders::Int16GatesLstmSums;
using Steps = shaders::Int16GatesLstmSteps;

constexpr uint32_t kGroup = 64;
constexpr uint32_t kTile = 4;  // positions that an invocation of the gates computes

Result<Int16GatesScaling> ScalingOf(const NodeView& view, const LstmOptions& options) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(view.graph(), view.node().inputs);
  const std::vector<const ir::Tensor*> intermediates = ir::TensorsOf(view.graph(), view.node().intermediates);
  return Int16GatesScalingOf({inputs, intermediates, view.output()}, options);
}

gpu::TensorId EmitGates(Lowering& lowering, const Int16GatesScaling& scaling, const LstmWords& words) {
  const GateMatrices matrices = InputMatrices(lowering.view());
  const gpu::TensorId gates =
      lowering.AddScratch("gates", uint64_t{words.positions} * words.cells * 4, gpu::Storage::kBits32);
  const uint32_t tiles = GroupsFor(words.positions, kTile);
  lowering.EmitPart<Gates>({.kLocalSizeX = kGroup, .kWholeWords = matrices.columns % 4 == 0},
                           {.positions = words.positions,
                            .tiles = tiles,
                            .inputs = static_cast<uint32_t>(matrices.columns),
                            .cells = words.cells},
                           {.source = lowering.Input(kLstmInput),
                            .weights = AddGateWeights(lowering),
                            .terms = AddGateTerms(lowering, scaling),
                            .gates = gates},
                           FlatGroups(int64_t{tiles} * words.cells, kGroup, lowering.limits()));
  return gates;
}

// Emits the steps; returns the words of results and states.
gpu::TensorId EmitSteps(Lowering& lowering, const Int16GatesScaling& scaling, const SequenceLayout& layout,
                        const LstmWords& words) {
  const NodeView& view = lowering.view();
  const gpu::TensorId gates = EmitGates(lowering, scaling, words);
  constexpr auto kHasAny = [](const GateIds& ids) {
    return std::ranges::any_of(ids, [](ir::TensorId id) { return id != ir::kAbsent; });
  };
  const Steps::Spec spec = {.kCoupled = !view.has_input(kLstmInputGate.weights),
                            .kPeephole = kHasAny(GateIdsOf(view, &LstmGate::cell_weights)),
                            .kNormalized = view.has_input(kLstmOutputGate.norm),
                            .kProjected = view.has_input(kLstmProjectionWeights),
                            .kCellBits = 15 + scaling.cell_exponent};
  const Steps::Push push = {.rows = layout.rows,
                            .steps = layout.steps,
                            .cells = words.cells,
                            .outputs = words.outputs,
                            .row_pitch = layout.row_pitch,
                            .step_pitch = layout.step_pitch};
  const Steps::Bindings bindings = {
      .gates = gates,
      .weights = AddStepWeights(lowering),
      .terms = AddStepTerms(lowering, scaling),
      .output_state = lowering.Input(kLstmOutputState),
      .cell_state = lowering.Input(kLstmCellState),
      .memory = lowering.AddScratch("results and states", words.All(), gpu::Storage::kBits32)};
  EmitStretches<Steps>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.EmitPart<Steps>(spec, stretch, bindings, FlatGroups(layout.rows, 1, lowering.limits()));
  });
  return bindings.memory;
}

}  // namespace

void LowerInt16GatesLstm(Lowering& lowering, const LstmOptions& options, const SequenceLayout& layout) {
  const auto scaling = ScalingOf(lowering.view(), options);
  assert(scaling.ok());  // Int16GatesScalesAreTaken
  const LstmWords words = LstmWordsOf(lowering.view(), layout);
  EmitLstmTensors(lowering, EmitSteps(lowering, *scaling, layout, words), words);
}

bool Int16GatesScalesAreTaken(const NodeView& view, const LstmOptions& options) {
  return ScalingOf(view, options).ok();
}

bool Int16NormsFit(const NodeView& view) {
  return !view.has_input(kLstmOutputGate.norm) || view.input(kLstmOutputGate.weights).dims[0] <= 0xFFFF;
}

// True if the weights and the words fit. Every position is counted as a row of the batch, whose states are
// words too.
bool Int16GatesLstmFits(const NodeView& view) {
  const auto positions = static_cast<uint32_t>(view.input(kLstmInput).dims.Rows());
  const LstmWords words = LstmWordsOf(view, {.rows = positions});
  const uint64_t gates = uint64_t{positions} * words.cells * kLstmGates.size();
  const uint64_t most = std::max({InputMatrices(view).Layout().WeightBytes(), StepWeightBytes(view),
                                  gpu::BytesOf(std::max(gates, words.All()), gpu::Storage::kBits32)});
  return most <= view.limits().max_tensor_bytes();
}

}  // namespace litevk
