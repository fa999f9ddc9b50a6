#include "runtime/onnx/families/lstm.h"
#include "runtime/onnx/families/basic_lstm.h"
#include "runtime/onnx/families/integer_lstm.h"
#include "runtime/onnx/families/recurrent.h"
#include "runtime/onnx/node_writer.h"

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

static Status Lstm(NodeWriter& node) {
  const bool is_basic = node.params<abi::TfLiteLSTMParams>().kernel_type == abi::kTfLiteLSTMBasicKernel;
  const bool is_uint8 = node.input(kLstmInput).type == ir::DataType::kUInt8;
  if (is_basic && is_uint8) return Unsupported("its basic kernel of uint8 is not written yet");
  if (is_basic) return WriteBasicLstm(node);
  if (node.is_scaled(0)) {
    return WriteIntegerLstm(node, LstmOptionsOf<abi::TfLiteLSTMParams>(node.all_params()), false);
  }
  return WriteFull(node);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(lstm, .write = Lstm, .reads_int16 = true, .has_other_biases = true)
