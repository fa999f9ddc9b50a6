// LSTM's full kernel and UNIDIRECTIONAL_SEQUENCE_LSTM of int8 values with a cell state of int16
// (shaders/recurrent/int16_gates_lstm_*.comp). Dispatches compute what the input adds to the gates of all
// steps, then the steps, and then tensors from the words of the steps.
#pragma once

#include "delegate/kernel/constraints.h"
#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/recurrent/lstm.h"

namespace litevk {

void LowerInt16GatesLstm(Lowering& lowering, const LstmOptions& options, const SequenceLayout& layout);

// True if TFLite computes with these scales.
bool Int16GatesScalesAreTaken(const NodeView& view, const LstmOptions& options);
// True if the weights, and the words of all steps, fit the device's limits.
bool Int16GatesLstmFits(const NodeView& view);
// True if the sums of a norm fit 32 bits.
bool Int16NormsFit(const NodeView& view);

// Returns the kernel except for its `lower`. `Params` has the options. `kTakenScales` checks the scales.
template <typename Params,
          bool (*kTakenScales)(const NodeView&, const LstmOptions&) = Int16GatesScalesAreTaken>
GpuKernel Int16GatesLstmKernel() {
  constexpr auto kScalesAreTaken = [](const NodeView& view) {
    return kTakenScales(view, LstmOptionsOf<Params>(view.node().params));
  };
  return {
      .signature = "int8",
      .note = "with the CPU's result bit for bit",
      .takes_states = true,
      .constraints = {{"the weights, biases and coefficients are constant", LstmOperandsAreKnown},
                      {"the intermediates and the cell state have scales that TFLite takes", kScalesAreTaken},
                      {"normalized gates have at most 65535 cells", Int16NormsFit},
                      {"the weights of all gates, and the gates of all steps, fit the device's limits",
                       Int16GatesLstmFits, DimsAreKnown<kLstmInput>}},
      .reads_strided = FindsOffsetsOf<kLstmInput>,
      .writes_strided = StridedResult::kAnywhere};
}

}  // namespace litevk
