#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status LogSoftmax(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  if (node.input(0).dims.rank() == 0) {
    const Name result = onnx.Add("LogSoftmax", {onnx.Reshape(node.Read(0), {1})}, {{"axis", int64_t{0}}});
    node.Write(0, onnx.Reshape(result, {}));
    return {};
  }
  const int64_t axis = Moved(-1, node.permutation(0), node.input(0).dims.rank());
  return Unary(node, "LogSoftmax", {{"axis", axis}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(log_softmax, .write = LogSoftmax)
