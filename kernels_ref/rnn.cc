#include "runtime/opset/ops/rnn.h"
#include "kernels_ref/families/recurrent.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

// hidden = activation(input_weights * input + recurrent_weights * hidden + bias), which is the output.
Status Rnn(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const int activation = args.params.As<abi::TfLiteRNNParams>().activation;
  const auto input_weights = MapMatrix(args.inputs[kInputWeights]);
  const auto recurrent_weights = MapMatrix(args.inputs[kRecurrentWeights]);
  const Eigen::Index units = input_weights.rows();
  for (int row = 0; row < args.inputs[kInput].dims()[0]; ++row) {
    const auto input =
        MapVector(args.inputs[kInput].data<float>() + row * input_weights.cols(), input_weights.cols());
    Eigen::Map<Vector> hidden(args.variables[kHiddenState].data<float>() + row * units, units);
    const Vector sum = MapVector(args.inputs[kBias]) + input_weights * input + recurrent_weights * hidden;
    hidden = ActivateAll(activation, sum);
    Eigen::Map<Vector>(args.outputs[0].data<float>() + row * units, units) = hidden;
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(rnn, &Rnn)
