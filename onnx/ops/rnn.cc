#include "onnx/recurrent/rnn.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Rnn(NodeWriter& node) {
  const RnnSequence sequence = {.cell = kRnnCell,
                                .activation = node.params<abi::TfLiteRNNParams>().activation};
  const Name state = WriteRnnStep(node, sequence, node.Read(kInput, {}), {}, node.ReadState(kHiddenState));
  node.WriteState(kHiddenState, state);
  node.Write(0, state, {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(rnn, .write = Rnn, .quantization = {.takes_only_floats = true})
