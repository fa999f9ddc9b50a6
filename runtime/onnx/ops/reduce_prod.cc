#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status ReduceProd(NodeWriter& node) {
  if (node.is_scaled(0)) return Unsupported("TFLite rounds its numbers after each factor");
  return Reduce(node, "ReduceProd");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reduce_prod, .write = ReduceProd, .natives = kNumeric, .is_polynomial = true)
