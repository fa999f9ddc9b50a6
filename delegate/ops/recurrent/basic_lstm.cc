#include "runtime/opset/recurrent/basic_lstm.h"

#include "delegate/ops/move/strided.h"
#include "delegate/ops/recurrent/basic_lstm.h"
#include "shaders/recurrent/basic_lstm.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Copies input `input`, {batch, columns}, into the rows of the joined vectors from column `offset` on.
void Join(Lowering& lowering, BasicLstmInput input, int64_t offset) {
  const NodeView& view = lowering.view();
  EmitCopyOf(lowering, input,
             {.source = DenseDims(view.input(input).dims),
              .result_pitch = view.output(kJoined).dims[1],
              .result_offset = offset,
              .output = kJoined});
}

void KeepState(Lowering& lowering, BasicLstmInput input, BasicLstmOutput output) {
  const ir::Tensor& state = lowering.view().input(input);
  if (!state.is_variable) return;
  EmitCopy(lowering, lowering.Output(output),
           {.source = DenseDims(state.dims), .scratch = lowering.NextState(input)});
}

}  // namespace

bool ReadsBasicLstmRows(const StridedInput& input) {
  const bool is_joined = input.index == kInput || input.index == kPreviousActivation;
  return is_joined && IsOneCopy({.source = DenseDims(input.dims)}, input.rows);
}

void LowerBasicLstm(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& state = view.output(kState).dims;
  const auto total = static_cast<uint32_t>(state.NumElements());
  Join(lowering, kInput, 0);
  Join(lowering, kPreviousActivation, view.input(kInput).dims[1]);
  lowering.EmitPart<shaders::BasicLstm>({.kLocalSizeX = kGroup},
                                        {.total = total,
                                         .columns = static_cast<uint32_t>(view.output(kJoined).dims[1]),
                                         .cells = static_cast<uint32_t>(state[1])},
                                        {.joined = lowering.Output(kJoined),
                                         .weights = lowering.Input(kWeights),
                                         .bias = lowering.Input(kBias),
                                         .last_state = lowering.Input(kPreviousState),
                                         .activation = lowering.Output(kActivation),
                                         .state = lowering.Output(kState),
                                         .sums = lowering.Output(kSums)},
                                        FlatGroups(total, kGroup, lowering.limits()));
  KeepState(lowering, kPreviousActivation, kActivation);
  KeepState(lowering, kPreviousState, kState);
}

}  // namespace litevk
