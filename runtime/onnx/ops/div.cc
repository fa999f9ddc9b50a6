#include "runtime/onnx/families/elementwise.h"
#include "runtime/onnx/families/exact_quotient.h"
#include "runtime/onnx/node_writer.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk::to_onnx {

static Status Div(NodeWriter& node) {
  return node.is_scaled(0) ? ExactQuotient(node, abi::kTfLiteBuiltinDiv) : Arithmetic(node, "Div");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(div, .write = Div)
