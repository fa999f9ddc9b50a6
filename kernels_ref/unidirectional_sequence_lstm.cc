#include "kernels_ref/recurrent/int16_gates_lstm.h"
#include "kernels_ref/recurrent/lstm_cell.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::ref {
namespace {

Status RunSequence(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const LstmCell cell(args, kLstmOperands,
                      LstmOptionsOf<abi::TfLiteUnidirectionalSequenceLSTMParams>(args.params));
  const bool time_major = args.params.As<abi::TfLiteUnidirectionalSequenceLSTMParams>().time_major;
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

Status RunIntegerSequence(const KernelArgs& args) {
  using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;
  return RunInt16GatesLstm(args, LstmOptionsOf<Params>(args.params), args.params.As<Params>().time_major);
}

Status CheckScales(const PreparedNode& node) {
  if (node.inputs[kLstmInput]->type != ir::DataType::kInt8) return {};
  return CheckInt16GatesLstm(node, LstmOptionsOf<abi::TfLiteUnidirectionalSequenceLSTMParams>(node.params));
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(unidirectional_sequence_lstm,
                  {{kPlainSignature, &RunSequence},
                   {"float32xint8", &RunSequence},
                   {kDynamicInt8InUint8, &RunSequence},
                   {"int8", &RunIntegerSequence}},
                  /*checks_values=*/false, &CheckScales)
