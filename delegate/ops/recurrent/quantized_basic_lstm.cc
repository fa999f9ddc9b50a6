#include "delegate/ops/recurrent/quantized_basic_lstm.h"

#include <algorithm>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/quantization_constants.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/recurrent/basic_lstm.h"
#include "shaders/recurrent/quantized_basic_lstm_cells.h"
#include "shaders/recurrent/quantized_basic_lstm_sums.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

uint32_t CountOf(const ir::Tensor& tensor) { return static_cast<uint32_t>(tensor.dims.NumElements()); }

void EmitSums(Lowering& lowering) {
  constexpr double kGateSteps = 4096;  // steps of a value with 3 integer bits
  const NodeView& view = lowering.view();
  const FixedPoint multiplier = ToFixedPoint(static_cast<double>(ScaleOf(view.input(kBias))) * kGateSteps);
  const uint32_t joined = CountOf(view.output(kJoined));
  const uint32_t sums = CountOf(view.output(kSums));
  const uint32_t total = GroupsFor(std::max(joined, sums), 4);
  lowering.EmitPart<shaders::QuantizedBasicLstmSums>(
      {.kLocalSizeX = kGroup},
      {.joined_elements = joined,
       .sum_elements = sums,
       .total = total,
       .inputs = static_cast<uint32_t>(view.input(kInput).dims[1]),
       .columns = static_cast<uint32_t>(view.output(kJoined).dims[1]),
       .lines = static_cast<uint32_t>(view.output(kSums).dims[1]),
       .zero_point = ZeroPointOf(view.input(kWeights)),
       .multiplier = multiplier.multiplier,
       .left = multiplier.left,
       .right = multiplier.right},
      {.source = lowering.Input(kInput),
       .activation = lowering.Input(kPreviousActivation),
       .weights = lowering.Input(kWeights),
       .bias = lowering.Input(kBias),
       .joined = lowering.Output(kJoined),
       .sums = lowering.Output(kSums)},
      FlatGroups(total, kGroup, lowering.limits()));
}

// Emits the cells. An input state that is a variable is updated as well.
void EmitCells(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const bool keeps_activation = view.input(kPreviousActivation).is_variable;
  const bool keeps_state = view.input(kPreviousState).is_variable;
  const uint32_t total = GroupsFor(CountOf(view.output(kState)), 4);
  const gpu::TensorId last_state = lowering.Input(kPreviousState);
  const gpu::TensorId activation = lowering.Output(kActivation);
  const gpu::TensorId state = lowering.Output(kState);
  lowering.Emit<shaders::QuantizedBasicLstmCells>(
      {.kLocalSizeX = kGroup, .kKeepsActivation = keeps_activation, .kKeepsState = keeps_state},
      {.elements = CountOf(view.output(kState)),
       .total = total,
       .cells = static_cast<uint32_t>(view.output(kState).dims[1])},
      {.sums = lowering.Output(kSums),
       .last_state = last_state,
       .activation = activation,
       .state = state,
       .next_activation = keeps_activation ? lowering.NextState(kPreviousActivation) : activation,
       .next_state = keeps_state ? lowering.NextState(kPreviousState) : state},
      FlatGroups(total, kGroup, lowering.limits()));
}

void Lower(Lowering& lowering) {
  EmitSums(lowering);
  EmitCells(lowering);
}

}  // namespace

GpuKernel QuantizedBasicLstmKernel() {
  return {.signature = "uint8",
          .note = "with the CPU's result bit for bit",
          .takes_states = true,
          .reads_strided = FindsOffsetsOf<kInput, kPreviousActivation>,
          .lower = Lower};
}

}  // namespace litevk
