#include "runtime/opset/ops/bidirectional_sequence_lstm.h"
#include "onnx/recurrent/lstm.h"
#include "onnx/recurrent/recurrent.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/bidirectional.h"

namespace litevk::to_onnx {

static Status BidirectionalSequenceLstm(NodeWriter& node) {
  using Params = abi::TfLiteBidirectionalSequenceLSTMParams;
  const auto& params = node.params<Params>();
  const auto has = [&](int operand) { return node.has(static_cast<size_t>(operand)); };
  const BidirectionalInputs inputs =
      InputsOf(kLstmAuxInput, has(kLstmAuxInput), has(kForwardLstm.forget_gate.aux_weights));
  LstmSequence sequence = {.operands = kForwardLstm,
                           .options = LstmOptionsOf<Params>(node.all_params()),
                           .input = kLstmInput,
                           .aux_input = inputs.aux < 0 ? 0 : static_cast<size_t>(inputs.aux),
                           .is_time_major = params.time_major};
  const Name forward = WriteLstmSequence(node, sequence);
  const Name backward = WriteLstmSequence(node, {.operands = kBackwardLstm,
                                                 .options = sequence.options,
                                                 .input = static_cast<size_t>(inputs.backward),
                                                 .aux_input = sequence.aux_input,
                                                 .is_time_major = params.time_major,
                                                 .is_backward = true});
  WriteBidirectional(node, forward, backward, params.time_major);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(bidirectional_sequence_lstm, .write = BidirectionalSequenceLstm,
               .quantization = {.takes_only_floats = true})
