#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/basic_lstm.h"
#include "onnx/recurrent/int16_gates_lstm.h"
#include "onnx/recurrent/int8_gates_lstm.h"
#include "onnx/recurrent/lstm_in_floats.h"
#include "onnx/recurrent/quantized_basic_lstm.h"
#include "onnx/recurrent/recurrent.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/int8_gates_lstm.h"

namespace litevk::to_onnx {

static Status WriteFull(NodeWriter& node) {
  const LstmSequence sequence = {.operands = kLstmOperands,
                                 .options = LstmOptionsOf<abi::TfLiteLSTMParams>(node.all_params())};
  const LstmSizes sizes = SizesOf(node, kLstmOperands);
  const int64_t batch = node.input(kLstmInput).dims[0];
  const LstmStates before = {ReadStateMatrix(node, kLstmOutputState, batch, sizes.outputs),
                             ReadStateMatrix(node, kLstmCellState, batch, sizes.cells)};
  const LstmStates after = WriteLstmStep(node, sequence, node.Read(kLstmInput, {}), {}, before);
  WriteStateMatrix(node, kLstmOutputState, after.output);
  WriteStateMatrix(node, kLstmCellState, after.cell);
  node.Write(0, after.output, {});
  return {};
}

static Status WriteInteger(NodeWriter& node) {
  const LstmOptions options = LstmOptionsOf<abi::TfLiteLSTMParams>(node.all_params());
  if (node.intermediates().size() == kInt8GateIntermediates) return WriteInt8GatesLstm(node, options);
  return WriteInt16GatesLstm(node, options, false);
}

static Status Lstm(NodeWriter& node) {
  const bool is_basic = node.params<abi::TfLiteLSTMParams>().kernel_type == abi::kTfLiteLSTMBasicKernel;
  const bool is_float = node.output(0).type == ir::DataType::kFloat32;
  if (is_basic) return is_float ? WriteBasicLstm(node) : WriteQuantizedBasicLstm(node);
  return is_float ? WriteFull(node) : WriteInteger(node);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(lstm, .write = Lstm,
               .quantization = {.keeps_int16 = true, .params_of_floats = WithTanh<abi::TfLiteLSTMParams>},
               .sums = {.bias_scale = ScaleOfLstmBias})
