#include "kernels_ref/recurrent/basic_lstm.h"
#include "kernels_ref/recurrent/int16_gates_lstm.h"
#include "kernels_ref/recurrent/int8_gates_lstm.h"
#include "kernels_ref/recurrent/lstm_cell.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::ref {
namespace {

Status RunFullLstm(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const LstmCell cell(args, kLstmOperands, LstmOptionsOf<abi::TfLiteLSTMParams>(args.params));
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const ir::Shape& output = args.outputs[0].dims();
  for (int row = 0; row < input[0]; ++row) {
    cell.Step(row, args.inputs[kLstmInput].data<float>() + int64_t{row} * input[1],
              args.outputs[0].data<float>() + int64_t{row} * output[1]);
  }
  return {};
}

Status Lstm(const KernelArgs& args) {
  const bool is_basic = args.params.As<abi::TfLiteLSTMParams>().kernel_type == abi::kTfLiteLSTMBasicKernel;
  return is_basic ? RunBasicLstm(args) : RunFullLstm(args);
}

Status RunInteger(const KernelArgs& args) {
  const LstmOptions options = LstmOptionsOf<abi::TfLiteLSTMParams>(args.params);
  if (args.intermediates.size() == kInt8GateIntermediates) return RunInt8GatesLstm(args, options);
  return RunInt16GatesLstm(args, options, /*is_time_major=*/false);
}

Status CheckScales(const PreparedNode& node) {
  if (node.inputs[kLstmInput]->type != ir::DataType::kInt8) return {};
  const LstmOptions options = LstmOptionsOf<abi::TfLiteLSTMParams>(node.params);
  if (node.intermediates.size() == kInt8GateIntermediates) return CheckInt8GatesLstm(node, options);
  return CheckInt16GatesLstm(node, options);
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(lstm,
                  {{kPlainSignature, &Lstm},
                   {"float32xint8", &Lstm},
                   {kDynamicInt8InUint8, &Lstm},
                   {"uint8", &RunQuantizedBasicLstm},
                   {"int8", &RunInteger}},
                  /*checks_values=*/false, &CheckScales)
