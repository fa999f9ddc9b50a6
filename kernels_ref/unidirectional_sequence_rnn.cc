#include "kernels_ref/recurrent/rnn_cell.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/sequence.h"

namespace litevk::ref {
namespace {

Status RunSequence(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const bool is_time_major = args.params.As<abi::TfLiteSequenceRNNParams>().time_major;
  const RnnStepper cell(args, kRnnCell, RnnOptionsOf<abi::TfLiteSequenceRNNParams>(args));
  const ir::Shape& input = args.inputs[kInput].dims();
  const int units = args.outputs[0].dims()[2];
  const SequenceLayout layout = SequenceLayoutOf(input, is_time_major);
  ForEachStep(layout, /*is_backward=*/false, [&](int row, int64_t position) {
    cell.Step(row, args.inputs[kInput].data<float>() + position * input[2],
              args.outputs[0].data<float>() + position * units);
  });
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unidirectional_sequence_rnn, &RunSequence)
