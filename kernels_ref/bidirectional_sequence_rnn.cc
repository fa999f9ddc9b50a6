#include "runtime/opset/ops/bidirectional_sequence_rnn.h"

#include "kernels_ref/recurrent/bidirectional.h"
#include "kernels_ref/recurrent/rnn_cell.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

using Params = abi::TfLiteBidirectionalSequenceRNNParams;

// One direction of the node.
struct Direction {
  const RnnCell& cell;
  int input;
  int aux_input;  // -1: none
  int aux_weights;
  bool is_backward;
};

void Run(const KernelArgs& args, const Direction& direction, const Vectors& outputs) {
  const RnnStepper cell(args, direction.cell, RnnOptionsOf<Params>(args));
  const SequenceLayout layout =
      SequenceLayoutOf(args.inputs[kInput].dims(), args.params.As<Params>().time_major);
  ForEachStep(layout, direction.is_backward, [&](int row, int64_t position) {
    cell.Step(row, VectorAt(args, direction.input, position), outputs.at(position),
              {VectorAt(args, direction.aux_input, position), direction.aux_weights});
  });
}

// TFLite's kernel ignores an auxiliary input without weights if the batch is the outermost dim.
BidirectionalInputs InputsOfRnn(const KernelArgs& args) {
  const bool has_aux_weights = args.has_input(kForwardRnnAuxWeights);
  const bool is_read = has_aux_weights || args.params.As<Params>().time_major;
  return InputsOf(kRnnAuxInput, args.has_input(kRnnAuxInput) && is_read, has_aux_weights);
}

Status BidirectionalRnn(const KernelArgs& args) {
  const BidirectionalInputs inputs = InputsOfRnn(args);
  const int units = args.inputs[static_cast<size_t>(kForwardRnn.input_weights)].dims()[0];
  const BidirectionalOutputs outputs = OutputsOf(args, units);
  Run(args, {kForwardRnn, kInput, inputs.aux, kForwardRnnAuxWeights, false}, outputs.forward);
  Run(args, {kBackwardRnn, inputs.backward, inputs.aux, kBackwardRnnAuxWeights, true}, outputs.backward);
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(bidirectional_sequence_rnn, &BidirectionalRnn)
