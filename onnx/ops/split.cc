#include "onnx/common/split.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status Split(NodeWriter& node) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axis, node.Known(0));
  return WriteParts(node, 1, static_cast<int>(axis.front()));
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(split, .write = Split, .dims = {.is_polynomial = true})
