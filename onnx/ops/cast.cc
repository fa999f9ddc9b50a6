#include "onnx/write/node_writer.h"
#include "runtime/ir/packed_elements.h"

namespace litevk::to_onnx {

// ONNX stores integers below 8 bits in 8 bits. TFLite saturates floats to their range.
static Status Cast(NodeWriter& node) {
  const ir::DataType type = node.output(0).type;
  Name value = node.Read(0);
  if (ir::PackedBits(type) > 0) value = node.onnx().WithinRange(value, ir::DataType::kFloat32, type);
  node.Write(0, node.onnx().Cast(value, type), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(cast, .write = Cast, .quantization = {.use = QuantizedUse::kScaleIgnored},
               .dims = {.is_polynomial = true})
