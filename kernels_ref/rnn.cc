#include "kernels_ref/recurrent/rnn_cell.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

Status Rnn(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const RnnStepper cell(args, kRnnCell, RnnOptionsOf<abi::TfLiteRNNParams>(args));
  const ir::Shape& input = args.inputs[kInput].dims();
  const int units = args.outputs[0].dims()[1];
  for (int row = 0; row < input[0]; ++row) {
    cell.Step(row, args.inputs[kInput].data<float>() + int64_t{row} * input[1],
              args.outputs[0].data<float>() + int64_t{row} * units);
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(rnn, &Rnn)
