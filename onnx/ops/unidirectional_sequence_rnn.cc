#include "onnx/recurrent/recurrent.h"
#include "onnx/recurrent/rnn.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status UnidirectionalSequenceRnn(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteSequenceRNNParams>();
  const Name output = WriteRnnSequence(
      node, {.cell = kRnnCell, .activation = params.activation, .is_time_major = params.time_major});
  node.Write(0, output, StepsFirst(params.time_major));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(unidirectional_sequence_rnn, .write = UnidirectionalSequenceRnn,
               .quantization = {.takes_only_floats = true})
