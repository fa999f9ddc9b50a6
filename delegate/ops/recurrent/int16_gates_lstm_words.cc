#include "delegate/ops/recurrent/int16_gates_lstm_words.h"

#include "delegate/ops/common/quantization_constants.h"
#include "runtime/opset/recurrent/lstm.h"
#include "shaders/recurrent/narrow_integers.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Returns the layout of the words of 8-bit values; cell states have another one.
shaders::NarrowIntegers::Push PushOf(uint64_t elements, uint32_t first, uint32_t row, uint32_t pitch) {
  return {.elements = static_cast<uint32_t>(elements),
          .total = GroupsFor(static_cast<int64_t>(elements), 4),
          .first = first,
          .row = row,
          .pitch = pitch};
}

}  // namespace

void EmitLstmTensors(Lowering& lowering, gpu::TensorId memory, const LstmWords& words) {
  using Narrow = shaders::NarrowIntegers;
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

LstmWords LstmWordsOf(const NodeView& view, const SequenceLayout& layout) {
  return {.rows = layout.rows,
          .positions = layout.rows * layout.steps,
          .cells = static_cast<uint32_t>(view.input(kLstmOutputGate.weights).dims[0]),
          .outputs = static_cast<uint32_t>(view.input(kLstmOutputGate.recurrent_weights).dims.channels())};
}

}  // namespace litevk
