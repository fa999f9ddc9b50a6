#include "runtime/onnx/families/lstm.h"
#include "runtime/onnx/families/recurrent.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status UnidirectionalSequenceLstm(NodeWriter& node) {
  using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;
  const auto& params = node.params<Params>();
  const Name output = WriteLstmSequence(node, {.operands = kLstmOperands,
                                               .options = LstmOptionsOf<Params>(node.all_params()),
                                               .input = kLstmInput,
                                               .is_time_major = params.time_major});
  node.Write(0, output, StepsFirst(params.time_major));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(unidirectional_sequence_lstm, .write = UnidirectionalSequenceLstm, .takes_floats_alone = true)
