#include "kernels_ref/families/basic_lstm.h"
#include "kernels_ref/families/lstm_cell.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

LstmOptions OptionsOf(const ir::Params& params) {
  const auto& lstm = params.As<abi::TfLiteLSTMParams>();
  return {.activation = lstm.activation, .cell_clip = lstm.cell_clip, .proj_clip = lstm.proj_clip};
}

Status InferFullLstm(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& input = query.input(kLstmInput);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(input, 2, "input"));
  LITEVK_ASSIGN_OR_RETURN(const LstmSizes sizes, CheckLstm(query, OptionsOf(query.params), input[0], input[1],
                                                           /*takes_diagonal=*/false));
  return ir::SetOutput(query, {input[0], sizes.outputs});
}

Status RunFullLstm(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const LstmCell cell(args, OptionsOf(args.params));
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const ir::Shape& output = args.outputs[0].dims();
  for (int row = 0; row < input[0]; ++row) {
    cell.Step(row, args.inputs[kLstmInput].data<float>() + int64_t{row} * input[1],
              args.outputs[0].data<float>() + int64_t{row} * output[1]);
  }
  return {};
}

Status InferLstm(const ir::ShapeQuery& query) {
  const int kernel = query.params.As<abi::TfLiteLSTMParams>().kernel_type;
  if (kernel == abi::kTfLiteLSTMFullKernel) return InferFullLstm(query);
  if (kernel == abi::kTfLiteLSTMBasicKernel) return InferBasicLstm(query);
  return InvalidArgument("kernel_type is " + std::to_string(kernel) + ", expected 0 (FULL) or 1 (BASIC)");
}

Status Lstm(const KernelArgs& args) {
  const bool is_basic = args.params.As<abi::TfLiteLSTMParams>().kernel_type == abi::kTfLiteLSTMBasicKernel;
  return is_basic ? RunBasicLstm(args) : RunFullLstm(args);
}

}  // namespace

const KernelRow kKernelRow_lstm = {
    .op_code = abi::kTfLiteBuiltinLstm,
    .params_bytes = sizeof(abi::TfLiteLSTMParams),
    .types = {{.inputs = {kFloat32}, .outputs = {kFloat32}, .required_inputs = 1, .variadic = true}},
    .infer_shapes = InferLstm,
    .run = &Lstm,
};

}  // namespace litevk::ref
