#include "runtime/opset/ops/bidirectional_sequence_rnn.h"
#include "onnx/recurrent/recurrent.h"
#include "onnx/recurrent/rnn.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/recurrent/bidirectional.h"

namespace litevk::to_onnx {

static Status BidirectionalSequenceRnn(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteBidirectionalSequenceRNNParams>();
  const bool has_aux_weights = node.has(kForwardRnnAuxWeights);
  // TFLite's kernel ignores an auxiliary input without weights if the batch is the first dim.
  const bool reads_aux = node.has(kRnnAuxInput) && (has_aux_weights || params.time_major);
  const BidirectionalInputs inputs = InputsOf(kRnnAuxInput, reads_aux, has_aux_weights);
  const size_t aux = inputs.aux < 0 ? 0 : static_cast<size_t>(inputs.aux);
  const Name forward = WriteRnnSequence(node, {.cell = kForwardRnn,
                                               .activation = params.activation,
                                               .is_time_major = params.time_major,
                                               .aux_input = aux,
                                               .aux_weights = kForwardRnnAuxWeights});
  const Name backward = WriteRnnSequence(node, {.cell = kBackwardRnn,
                                                .activation = params.activation,
                                                .input = static_cast<size_t>(inputs.backward),
                                                .is_time_major = params.time_major,
                                                .is_backward = true,
                                                .aux_input = aux,
                                                .aux_weights = kBackwardRnnAuxWeights});
  WriteBidirectional(node, forward, backward, params.time_major);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(bidirectional_sequence_rnn, .write = BidirectionalSequenceRnn,
               .quantization = {.takes_only_floats = true})
