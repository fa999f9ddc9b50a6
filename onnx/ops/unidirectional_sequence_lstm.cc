#include "onnx/recurrent/int16_gates_lstm.h"
#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/lstm_in_floats.h"
#include "onnx/recurrent/recurrent.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status UnidirectionalSequenceLstm(NodeWriter& node) {
  using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;
  const auto& params = node.params<Params>();
  const LstmOptions options = LstmOptionsOf<Params>(node.all_params());
  if (node.is_scaled(0)) return WriteInt16GatesLstm(node, options, params.time_major);
  const Name output = WriteLstmSequence(node, {.operands = kLstmOperands,
                                               .options = options,
                                               .input = kLstmInput,
                                               .is_time_major = params.time_major});
  node.Write(0, output, StepsFirst(params.time_major));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(unidirectional_sequence_lstm, .write = UnidirectionalSequenceLstm,
               .quantization = {.keeps_int16 = true,
                                .params_of_floats = WithTanh<abi::TfLiteUnidirectionalSequenceLSTMParams>},
               .sums = {.bias_scale = ScaleOfLstmBias})
