#include "onnx/common/split.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status SplitV(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axis, node.Known(2));
  return WriteParts(node, 0, static_cast<int>(axis.front()));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(split_v, .write = SplitV, .dims = {.is_polynomial = true})
