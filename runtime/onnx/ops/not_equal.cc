#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status NotEqual(NodeWriter& node) {
  LITEVK_RETURN_IF_ERROR(CheckCompared(node));
  const Name left = ReadBroadcast(node, 0);
  const Name is_equal = node.Add("Equal", {left, ReadBroadcast(node, 1)});
  node.Write(0, node.Add("Not", {is_equal}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(not_equal, .write = NotEqual)
