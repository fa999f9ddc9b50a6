#include "onnx/common/reduce.h"
#include "onnx/common/rounded_product.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static Status ReduceProd(NodeWriter& node) {
  return node.is_scaled(0) ? RoundedProduct(node) : ReduceWrapping(node, "ReduceProd");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reduce_prod, .write = ReduceProd, .types = {.native = kNumeric},
               .dims = {.is_polynomial = true})
