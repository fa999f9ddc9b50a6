#include "kernels_ref/families/lstm_cell.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

LstmOptions OptionsOf(const ir::Params& params) {
  const auto& lstm = params.As<abi::TfLiteUnidirectionalSequenceLSTMParams>();
  return {.activation = lstm.activation, .cell_clip = lstm.cell_clip, .proj_clip = lstm.proj_clip};
}

bool IsTimeMajor(const ir::Params& params) {
  return params.As<abi::TfLiteUnidirectionalSequenceLSTMParams>().time_major;
}

// Weights of one dim are diagonal whatever the option diagonal_recurrent_tensors says, as in TFLite.
Status InferSequence(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& input = query.input(kLstmInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 3, "input"));
  const int batch = input[IsTimeMajor(query.params) ? 1 : 0];
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes sizes, CheckLstm(query, OptionsOf(query.params), batch, input[2],
                                                           /*takes_diagonal=*/true));
  return ir::SetOutput(query, {input[0], input[1], sizes.outputs});
}

Status RunSequence(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const LstmCell cell(args, OptionsOf(args.params));
  const bool time_major = IsTimeMajor(args.params);
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const int outputs = args.outputs[0].dims()[2];
  for (int outer = 0; outer < input[0]; ++outer) {
    for (int inner = 0; inner < input[1]; ++inner) {
      const int64_t position = int64_t{outer} * input[1] + inner;
      cell.Step(time_major ? inner : outer, args.inputs[kLstmInput].data<float>() + position * input[2],
                args.outputs[0].data<float>() + position * outputs);
    }
  }
  return {};
}

}  // namespace

const KernelRow kKernelRow_unidirectional_sequence_lstm = {
    .op_code = abi::kTfLiteBuiltinUnidirectionalSequenceLstm,
    .params_bytes = sizeof(abi::TfLiteUnidirectionalSequenceLSTMParams),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}, .required_inputs = 1, .variadic = true}},
    .infer_shapes = InferSequence,
    .run = &RunSequence,
};

}  // namespace litevk::ref
