#include <cstdint>
#include <limits>

#include "onnx/common/activation.h"
#include "onnx/common/exact_quotient.h"
#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk::to_onnx {

// The lowest int32 divided by -1 is the highest one in TFLite, and the lowest in onnxruntime.
static Status WholeQuotient(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto read = [&](size_t index) { return onnx.Cast(ReadBroadcast(node, index), ir::DataType::kInt64); };
  const Name left = read(0);
  const Name quotient = onnx.Add("Div", {left, read(1)});
  const Name least = onnx.Add("Min", {quotient, onnx.Int(std::numeric_limits<int32_t>::max())});
  const int activation = node.params<abi::TfLiteArithmeticParams>().activation;
  return WriteActivated(node, onnx.Cast(least, ir::DataType::kInt32), activation, node.output_permutation(0));
}

static Status Div(NodeWriter& node) {
  if (node.output(0).type == ir::DataType::kInt32) return WholeQuotient(node);
  return node.is_scaled(0) ? ExactQuotient(node, abi::kTfLiteBuiltinDiv) : Arithmetic(node, "Div");
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(div, .write = Div)
