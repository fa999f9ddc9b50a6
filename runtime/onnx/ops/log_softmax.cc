#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status LogSoftmax(NodeWriter& node) {
  const int64_t axis = Moved(-1, node.order(0), node.input(0).dims.rank());
  return Unary(node, "LogSoftmax", {{"axis", axis}});
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(log_softmax, .write = LogSoftmax)
