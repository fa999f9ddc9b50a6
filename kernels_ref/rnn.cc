#include "kernels_ref/families/recurrent.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

enum RnnInput : uint8_t { kInput = 0, kInputWeights = 1, kRecurrentWeights = 2, kBias = 3, kHiddenState = 4 };

Status InferRnn(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  LITEVK_RETURN_IF_ERROR(CheckActivation(query.params.As<abi::TfLiteRNNParams>().activation));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInput), 2, "input"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kInputWeights), 2, "input weights"));
  const int batch = query.input(kInput)[0];
  const int units = query.input(kInputWeights)[0];
  LITEVK_RETURN_IF_ERROR(
      CheckOperand(query, kInputWeights, true, {units, query.input(kInput)[1]}, "input weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kRecurrentWeights, true, {units, units}, "recurrent weights"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kBias, true, {units}, "bias"));
  LITEVK_RETURN_IF_ERROR(CheckVariable(query, kHiddenState, "hidden state"));
  LITEVK_RETURN_IF_ERROR(CheckOperand(query, kHiddenState, true, {batch, units}, "hidden state"));
  return ir::SetOutput(query, {batch, units});
}

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

const KernelRow kKernelRow_rnn = {
    .op_code = abi::kTfLiteBuiltinRnn,
    .params_bytes = sizeof(abi::TfLiteRNNParams),
    .types = {{.inputs = {kFloat32, kFloat32, kFloat32, kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferRnn,
    .run = &Rnn,
};

}  // namespace litevk::ref
