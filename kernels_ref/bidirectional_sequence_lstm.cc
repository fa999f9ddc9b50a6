#include "runtime/opset/ops/bidirectional_sequence_lstm.h"

#include "kernels_ref/recurrent/bidirectional.h"
#include "kernels_ref/recurrent/lstm_cell.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

using Params = abi::TfLiteBidirectionalSequenceLSTMParams;

// One direction of the node.
struct Direction {
  const LstmCell& cell;
  int input;
  int aux_input;  // -1: none
  bool is_backward;
};

void Run(const KernelArgs& args, const Direction& direction, const Vectors& outputs) {
  const SequenceLayout layout =
      SequenceLayoutOf(args.inputs[kLstmInput].dims(), args.params.As<Params>().time_major);
  ForEachStep(layout, direction.is_backward, [&](int row, int64_t position) {
    direction.cell.Step(row, VectorAt(args, direction.input, position), outputs.at(position),
                        VectorAt(args, direction.aux_input, position));
  });
}

Status BidirectionalLstm(const KernelArgs& args) {
  const auto has = [&](int operand) { return args.has_input(static_cast<size_t>(operand)); };
  const BidirectionalInputs inputs =
      InputsOf(kLstmAuxInput, has(kLstmAuxInput), has(kForwardLstm.forget_gate.aux_weights));
  const LstmOptions options = LstmOptionsOf<Params>(args.params);
  const LstmCell forward(args, kForwardLstm, options);
  const LstmCell backward(args, kBackwardLstm, options);
  const BidirectionalOutputs outputs = OutputsOf(args, forward.sizes().outputs);
  Run(args, {forward, kLstmInput, inputs.aux, false}, outputs.forward);
  Run(args, {backward, inputs.backward, inputs.aux, true}, outputs.backward);
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(bidirectional_sequence_lstm, &BidirectionalLstm)
