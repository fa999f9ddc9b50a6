#include "delegate/ops/families/integer_lstm.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "delegate/ops/families/integer_lstm_constants.h"
#include "delegate/ops/families/lstm_gates.h"
#include "delegate/ops/families/quantized_numbers.h"
#include "runtime/opset/families/integer_lstm.h"
#include "shaders/integer_lstm_gates.h"
#include "shaders/integer_lstm_steps.h"
#include "shaders/narrow_numbers.h"

namespace litevk {
namespace {

using Gates = shaders::IntegerLstmGates;
using Steps = shaders::IntegerLstmSteps;

constexpr uint32_t kGroup = 64;
constexpr uint32_t kTile = 4;  // positions that an invocation of the gates computes

Result<IntegerLstmScaling> ScalingOf(const NodeView& view, const LstmOptions& options) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(view.graph(), view.node().inputs);
  const std::vector<const ir::Tensor*> intermediates = ir::TensorsOf(view.graph(), view.node().intermediates);
  return IntegerLstmScalingOf({inputs, intermediates, view.output()}, options);
}

// How the words of all rows of the batch lie: output numbers and hidden ones by whole quads, cell states, and
// results by positions.
struct Words {
  uint32_t rows;
  uint32_t positions;
  uint32_t cells;
  uint32_t outputs;

  uint32_t StatePitch() const { return (outputs + 3) / 4 * 4; }
  uint32_t Cells() const { return rows * (StatePitch() + (cells + 3) / 4 * 4); }
  uint32_t Results() const { return Cells() + rows * cells; }
  uint64_t All() const { return Results() + uint64_t{positions} * outputs; }
};

gpu::TensorId EmitGates(Lowering& lowering, const IntegerLstmScaling& scaling, const Words& words) {
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
gpu::TensorId EmitSteps(Lowering& lowering, const IntegerLstmScaling& scaling, const SequenceOrder& order,
                        const Words& words) {
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
  const Steps::Push push = {.rows = order.rows,
                            .steps = order.steps,
                            .cells = words.cells,
                            .outputs = words.outputs,
                            .row_pitch = order.row_pitch,
                            .step_pitch = order.step_pitch};
  const Steps::Bindings bindings = {
      .gates = gates,
      .weights = AddStepWeights(lowering),
      .terms = AddStepTerms(lowering, scaling),
      .output_state = lowering.Input(kLstmOutputState),
      .cell_state = lowering.Input(kLstmCellState),
      .memory = lowering.AddScratch("results and states", words.All(), gpu::Storage::kBits32)};
  EmitStretches<Steps>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.EmitPart<Steps>(spec, stretch, bindings, FlatGroups(order.rows, 1, lowering.limits()));
  });
  return bindings.memory;
}

// Numbers of 8 bits, but for cell states: where their words lie.
shaders::NarrowNumbers::Push PushOf(uint64_t elements, uint32_t first, uint32_t row, uint32_t pitch) {
  return {.elements = static_cast<uint32_t>(elements),
          .total = GroupsFor(static_cast<int64_t>(elements), 4),
          .first = first,
          .row = row,
          .pitch = pitch};
}

void EmitTensors(Lowering& lowering, gpu::TensorId memory, const Words& words) {
  using Narrow = shaders::NarrowNumbers;
  const auto groups = [&](const Narrow::Push& push) {
    return FlatGroups(push.total, kGroup, lowering.limits());
  };
  Narrow::Push outputs = PushOf(uint64_t{words.rows} * words.outputs, 0, words.outputs, words.StatePitch());
  outputs.addend = ZeroPointOf(lowering.view().input(kLstmOutputState));
  lowering.EmitPart<Narrow>({.kLocalSizeX = kGroup, .kBytes = 1}, outputs,
                            {.source = memory, .result = lowering.NextState(kLstmOutputState)},
                            groups(outputs));
  const Narrow::Push cells =
      PushOf(uint64_t{words.rows} * words.cells, words.Cells(), words.cells, words.cells);
  lowering.EmitPart<Narrow>({.kLocalSizeX = kGroup, .kBytes = 2}, cells,
                            {.source = memory, .result = lowering.NextState(kLstmCellState)}, groups(cells));
  const Narrow::Push results =
      PushOf(uint64_t{words.positions} * words.outputs, words.Results(), words.outputs, words.outputs);
  lowering.Emit<Narrow>({.kLocalSizeX = kGroup, .kBytes = 1}, results,
                        {.source = memory, .result = lowering.Output()}, groups(results));
}

Words WordsOf(const NodeView& view, const SequenceOrder& order) {
  return {.rows = order.rows,
          .positions = order.rows * order.steps,
          .cells = static_cast<uint32_t>(view.input(kLstmOutputGate.weights).dims[0]),
          .outputs = static_cast<uint32_t>(view.input(kLstmOutputGate.recurrent_weights).dims.channels())};
}

}  // namespace

void LowerIntegerLstm(Lowering& lowering, const LstmOptions& options, const SequenceOrder& order) {
  const auto scaling = ScalingOf(lowering.view(), options);
  assert(scaling.ok());  // IntegerLstmScalesAreTaken
  const Words words = WordsOf(lowering.view(), order);
  EmitTensors(lowering, EmitSteps(lowering, *scaling, order, words), words);
}

bool IntegerLstmScalesAreTaken(const NodeView& view, const LstmOptions& options) {
  return ScalingOf(view, options).ok();
}

bool IntegerNormsFit(const NodeView& view) {
  return !view.has_input(kLstmOutputGate.norm) || view.input(kLstmOutputGate.weights).dims[0] <= 0xFFFF;
}

// Every position is taken for a row of the batch, whose states are words too.
bool IntegerLstmFits(const NodeView& view) {
  const auto positions = static_cast<uint32_t>(view.input(kLstmInput).dims.Rows());
  const Words words = WordsOf(view, {.rows = positions});
  const uint64_t gates = uint64_t{positions} * words.cells * kLstmGates.size();
  const uint64_t most = std::max({InputMatrices(view).Layout().WeightBytes(), StepWeightBytes(view),
                                  gpu::BytesOf(std::max(gates, words.All()), gpu::Storage::kBits32)});
  return most <= view.limits().max_storage_buffer_range_bytes;
}

}  // namespace litevk
